import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from '../../kernel/reply.ts'
import { isKnown } from '../http/bytes.ts'

type Range = { start: number; end: number }

/**
 * Streams an uploaded file. The browser gives it no origin, runs no scripts in it and uses only the type in its header, for any content.
 * Specification: decisions §3, reliability U1.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): Promise<FastifyReply> {
  const etag = etagOf(file)
  const isSent = isKnown(request.headers['if-none-match'], etag)
  const range = isSent ? null : rangeOf(request, file)
  // Opened before the headers are sent: a file that cannot be opened is answered with the error envelope.
  const content = isSent || request.method === 'HEAD' ? undefined : await file.open(range ?? undefined)
  reply.headers({
    'content-disposition': dispositionOf(file),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': file.keptForSeconds === undefined ? 'private, no-cache' : `private, max-age=${file.keptForSeconds}`,
    etag,
  })
  if (isSent) return reply.status(304).send()
  if (file.sizeBytes !== null) reply.header('accept-ranges', 'bytes')
  reply.type(file.contentType)
  const length = range ? range.end - range.start + 1 : file.sizeBytes
  if (length !== null) reply.header('content-length', length)
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  return reply.send(content)
}

const etagOf = ({ version }: FileReply): string => `"${version}"`

/** RFC 6266 and RFC 8187: a name in ASCII for those who know no better, and the real one. */
function dispositionOf({ inline, filename }: Pick<FileReply, 'inline' | 'filename'>): string {
  const ascii = filename.replace(/[^ -~]/g, '_').replace(/["%\\;]/g, '_')
  const real = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${real}`
}

/** A single range, as media players and resumed downloads request it; any other range is answered with the whole file (RFC 9110 §14.2). */
function rangeOf({ headers, method }: FastifyRequest, file: FileReply): Range | null {
  const { sizeBytes } = file
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (sizeBytes === null || method !== 'GET' || (from === '' && to === '')) return null
  if (headers['if-range'] !== undefined && headers['if-range'] !== etagOf(file)) return null
  const start = from === '' ? Math.max(sizeBytes - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  return start <= end ? { start, end } : null
}
