import type { FastifyInstance } from 'fastify'
import { admit, admitAgain } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { createHttpServer } from '../http/server.ts'
import { openApiRoute } from './openapi.ts'
import { mountOperations } from './routes.ts'

/** The REST surface: it translates between HTTP and the kernel and decides nothing. */
export function createRestServer(deps: HttpDeps): FastifyInstance {
  const app = createHttpServer(deps)
  app.register(async (scope) => {
    scope.addHook('onRequest', admit(deps))
    scope.addHook('preHandler', (request) => admitAgain(deps, request))
    mountOperations(scope, deps)
  })
  openApiRoute(app, deps.config)
  return app
}
