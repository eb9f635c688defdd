import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '../http/bytes.ts'

/** The page of the web app, packed once. */
export type Index = { etag: string; plain: Buffer; gzip: Buffer; br: Buffer }

/** Everything is ours: no script, style, font or connection comes from anywhere else, and nothing is inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Pages whose address alone allows an act. Not those of invitations: their forms lead to providers, which need the origin. */
const holdsSecret = /^\/answer\//

export function packIndex(plain: Buffer): Index {
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { etag, plain, gzip: gzipSync(plain, { level: 9 }), br: brotliCompressSync(plain) }
}

/** Asked for anew each time, so that a new release is seen at once; its files are kept for a year. */
export function sendIndex(request: FastifyRequest, reply: FastifyReply, index: Index): FastifyReply {
  const coding = codingFor(request.headers['accept-encoding'])
  const etag = `"${index.etag}-${coding}"`
  reply
    .header('content-security-policy', policy)
    .header('referrer-policy', holdsSecret.test(request.url) ? 'no-referrer' : 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    .header('cache-control', holdsSecret.test(request.url) ? 'no-store' : 'no-cache')
    .header('vary', 'accept, accept-encoding')
    .header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (coding !== 'plain') reply.header('content-encoding', coding)
  return reply.type('text/html; charset=utf-8').send(index[coding])
}

function codingFor(header = ''): 'br' | 'gzip' | 'plain' {
  const codings = header.split(',').map((part) => part.trim().toLowerCase())
  return codings.includes('br') ? 'br' : codings.includes('gzip') ? 'gzip' : 'plain'
}
