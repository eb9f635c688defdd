import { createHash, timingSafeEqual } from 'node:crypto'
import { refusal } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Step } from '../../kernel/kernel.ts'
import { admit } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds: its line in the log is one of debugging. */
    quiet?: boolean
  }
}

const readMetrics: Pick<Step, 'access'> = { access: { self: true, scope: 'admin', instanceAdmin: true } }

/** GET /metrics, for an instance admin or with METRICS_TOKEN. Specification: decisions §6. */
export function mountMetrics(app: FastifyInstance, deps: HttpDeps): void {
  const asAnyoneElse = admit(deps)
  const { METRICS_TOKEN: token } = deps.config
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { quiet: true },
    // A scraper has no actor, and is answered while the database is away.
    onRequest: async (request, reply) => {
      if (!isScraper(request, token)) await letAdminIn(request, reply)
    },
    handler: async (_request, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(await deps.metrics.text()),
  })

  async function letAdminIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await asAnyoneElse(request, reply)
    const { principal, ip } = request
    if (principal?.grant?.leash) throw refusal('metricsUnderLeash')
    await deps.kernel.prepareStep(readMetrics, { principal, address: ip }, async () => null)
  }
}

function isScraper({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

/** Makes inputs of any length comparable in constant time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
