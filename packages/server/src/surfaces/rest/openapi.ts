import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { packBytes, sendPacked } from '../http/bytes.ts'
import { openApiDocument } from './openapi/document.ts'

/** GET /openapi.json: built and packed (a twelfth of its size) once, at the start, and needed by no credential. Specification: service §4. */
export function openApiRoute(app: FastifyInstance, config: Config): void {
  const document = packBytes(Buffer.from(JSON.stringify(openApiDocument(config.PUBLIC_URL ?? '/'))))
  app.get('/openapi.json', (request, reply) => sendPacked(request, reply, document))
}

export { openApiDocument }
