import type { FastifyInstance } from 'fastify'

/** Programs in web pages call these too. None of them looks at a cookie, so any origin may. */
export function allowAnyOrigin(scope: FastifyInstance, method: 'GET' | 'POST', urls: readonly string[]): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  for (const url of urls) {
    scope.options(url, async (_request, reply) =>
      reply
        .status(204)
        .header('access-control-allow-methods', `${method}, OPTIONS`)
        .header('access-control-allow-headers', 'content-type, authorization, mcp-protocol-version')
        .header('access-control-max-age', '86400')
        .send(),
    )
  }
}
