import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pieceBytes = 65_536
/** Smaller bodies are sent at once. */
const largeBytes = 4 * pieceBytes

/** JSON that is serialised already. A client with the same ETag gets 304 without a body. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  etag: string | undefined,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  reply.header('cache-control', 'private, no-cache')
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
  }
  reply.type(type)
  if (bytes.length <= largeBytes) return reply.send(bytes)
  return reply.header('content-length', bytes.length).send(Readable.from(piecesOf(bytes)))
}

/** In pieces: with one large write, it would be unknown whether the client still reads (surfaces/http/stalled.ts). */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Bytes that are the same for all callers until the next release, compressed once. */
export type Packed = { plain: Buffer; gzip: Buffer; hash: string }

export function packBytes(plain: Buffer): Packed {
  return { plain, gzip: gzipSync(plain, { level: 9 }), hash: createHash('sha256').update(plain).digest('base64url') }
}

export function sendPacked(request: FastifyRequest, reply: FastifyReply, { plain, gzip, hash }: Packed, type?: string): FastifyReply {
  reply.header('vary', 'accept-encoding')
  if (!takesGzip(request.headers['accept-encoding'])) return sendBytes(request, reply, plain, `"${hash}"`, type)
  return sendBytes(request, reply.header('content-encoding', 'gzip'), gzip, `"${hash}-gzip"`, type)
}

export function takesGzip(header = ''): boolean {
  return header.split(',').some((part) => {
    const [coding, quality] = part.split(/;\s*q=/i)
    return coding?.trim().toLowerCase() === 'gzip' && Number(quality ?? 1) > 0
  })
}

/** RFC 9110 §13.1.2: weak comparison over a list, or `*`. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === etag)
}
