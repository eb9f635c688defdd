import type { FastifyReply, FastifyRequest } from 'fastify'
import { gzipped } from '../../kernel/common/concatenated-gzip.ts'
import type { Compressed } from '../../kernel/reply.ts'
import { isKnown, sendBytes, takesGzip } from '../http/bytes.ts'

/** Below this an answer fits into a few packets, and compressing it costs more than it saves. */
const leastBytes = 4_096
const type = 'application/json; charset=utf-8'

/** One with a secret goes out as it is: its compressed length would tell of the secret to those who see the traffic. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string, hasSecret: boolean): Promise<FastifyReply> {
  reply.type(type)
  if (hasSecret || text.length < leastBytes) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(text)
  const bytes = await gzipped(text)
  return reply.header('content-encoding', 'gzip').send(bytes)
}

type Kept = { json: Compressed; version: string }

/** The two forms have tags of their own: they are different bytes. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, { json, version }: Kept): Promise<FastifyReply> {
  if (json.plainBytes < leastBytes) return sendBytes(request, reply, await json.plain(), `"${version}"`)
  reply.header('vary', 'accept-encoding')
  if (!takesGzip(request.headers['accept-encoding'])) return sendTagged(request, reply, `"${version}"`, json.plain)
  const etag = `"${version}-gzip"`
  if (!isKnown(request.headers['if-none-match'], etag)) reply.header('content-encoding', 'gzip')
  return sendTagged(request, reply, etag, json.gzip)
}

/** The bytes are made only for a client that does not have them. */
async function sendTagged(request: FastifyRequest, reply: FastifyReply, etag: string, bytes: () => Promise<Buffer>): Promise<FastifyReply> {
  const isNeeded = !isKnown(request.headers['if-none-match'], etag)
  return sendBytes(request, reply, isNeeded ? await bytes() : Buffer.alloc(0), etag)
}
