import type { FastifyReply, FastifyRequest } from 'fastify'

/** JSON that is serialised already. With an ETag, whoever has it is told so (304) and sent nothing. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer, etag: string | undefined): FastifyReply {
  reply.header('cache-control', 'private, no-cache')
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(bytes)
}

/** RFC 9110 §13.1.2: weak comparison over a list, or `*`. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === etag)
}
