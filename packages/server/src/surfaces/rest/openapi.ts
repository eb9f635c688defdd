import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { sendBytes } from './bytes.ts'
import { openApiDocument } from './openapi/document.ts'

/** GET /openapi.json: built and packed once, at the start, and needed by no credential. Specification: service §4. */
export function openApiRoute(app: FastifyInstance, config: Config): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(config.PUBLIC_URL ?? '/')))
  // A twelfth of its size.
  const packed = gzipSync(document, { level: 9 })
  const hash = createHash('sha256').update(document).digest('base64url')
  app.get('/openapi.json', (request, reply) => {
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return sendBytes(request, reply, document, `"${hash}"`)
    return sendBytes(request, reply.header('content-encoding', 'gzip'), packed, `"${hash}-gzip"`)
  })
}

function takesGzip(header = ''): boolean {
  return header.split(',').some((part) => {
    const [coding, quality] = part.split(/;\s*q=/i)
    return coding?.trim().toLowerCase() === 'gzip' && Number(quality ?? 1) > 0
  })
}

export { openApiDocument }
