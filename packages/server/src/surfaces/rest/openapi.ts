import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { sendBytes } from './bytes.ts'
import { openApiDocument } from './openapi/document.ts'

/** GET /openapi.json: built once, at the start, and needed by no credential. Specification: service §4. */
export function openApiRoute(app: FastifyInstance, config: Config): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(config.PUBLIC_URL ?? '/')))
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`
  app.get('/openapi.json', (request, reply) => sendBytes(request, reply, document, etag))
}

export { openApiDocument }
