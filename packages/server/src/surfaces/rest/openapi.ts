import { catalogue, notYetHandled, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

/** GET /openapi.json: built once from the catalogue. */
export function openApiRoute(app: FastifyInstance, config: Config): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(config.PUBLIC_URL ?? '/')))
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
}

export function openApiDocument(serverUrl: string): Record<string, unknown> {
  const missing = new Set<OperationName>(notYetHandled)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of operationNames) {
    if (missing.has(name)) continue
    const operation = catalogue[name] as OperationSpec
    const [method = '', path = ''] = operation.rest.split(' ')
    const url = path.replace(/:(\w+)/g, '{$1}')
    paths[url] = { ...paths[url], [method.toLowerCase()]: { operationId: name, summary: operation.summary } }
  }
  return { openapi: '3.1.0', info: { title: 'Tandem', version: '0.1.0' }, servers: [{ url: serverUrl }], paths }
}
