import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { type Packed, packBytes, sendPacked } from '../http/bytes.ts'
import { openApiDocument } from './openapi/document.ts'

/**
 * Built and packed (a twelfth of its size) at the start, which takes 0.2 s or more: no request is to wait for that. Services that start one
 * after another in a process with the same URL, as tests do, share it.
 */
let latest: { serverUrl: string; document: Packed } | undefined

function packedDocument(serverUrl: string): Packed {
  if (latest?.serverUrl !== serverUrl) latest = { serverUrl, document: packBytes(Buffer.from(JSON.stringify(openApiDocument(serverUrl)))) }
  return latest.document
}

/** GET /openapi.json needs no credential. Specification: service §4. */
export function openApiRoute(app: FastifyInstance, config: Config): void {
  const document = packedDocument(config.PUBLIC_URL ?? '/')
  app.get('/openapi.json', (request, reply) => sendPacked(request, reply, document))
}

export { openApiDocument }
