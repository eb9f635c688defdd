import { refusal } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mcpUrl } from '../../http/addresses.ts'
import { attemptsOf, bearerIn, limitRate } from '../../http/credentials.ts'
import type { McpDeps } from '../deps.ts'
import { admitOrigin, answerPreflight } from './origins.ts'

/**
 * Checks before the body is read, in this order: the origin of the page, preflights, the bearer, the bucket that it shares with REST. A
 * cookie is not accepted: a page must not be able to call tools as the person who is signed in. Specification: service §5, §7 and §8.
 */
export function gate(deps: McpDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    request.principal = null
    request.admittedAtMs = deps.clock.now()
    admitOrigin(deps.config, request, reply)
    if (request.method === 'OPTIONS') return answerPreflight(reply)
    const { authorization } = request.headers
    if (authorization === undefined) throw refusal('mcpCredential')
    const resource = mcpUrl(deps.config, request)
    request.principal = await deps.authenticator.byToken(bearerIn(authorization), attemptsOf(deps, request, reply), resource)
    await limitRate(deps, request, reply)
    return undefined
  }
}
