import { refusal as refuse, type Scope } from '@tandem/contract'
import { type Method, type ToolName, toolNames, tools } from '@tandem/contract/mcp'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { holdsScope } from '../../../kernel/access.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'
import { scopeOf } from '../tools/visible.ts'
import type { Message } from './message.ts'
import { stepUp } from './refusals.ts'

/**
 * The scope that a call needs and its access token lacks. The client can ask its person for it, so it gets the challenge of OAuth. A client
 * with a token of Tandem cannot ask, and gets the refusal as a result that its model reads.
 */
export function missingScope(principal: Principal, { method, params }: Message): Scope | null {
  if (principal.oauthClientId === undefined || method !== 'tools/call') return null
  const { name, arguments: given } = params ?? {}
  if (typeof name !== 'string' || !(toolNames as readonly string[]).includes(name)) return null
  const scope = scopeNeeded(tools[name as ToolName].methods, given)
  return scope !== undefined && !holdsScope(principal, scope) ? scope : null
}

function scopeNeeded(methods: Readonly<Record<string, Method>>, given: unknown): Scope | undefined {
  const [only, ...others] = Object.values(methods)
  const { method } = (given ?? {}) as { method?: unknown }
  const binding = others.length === 0 ? only : typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
  return binding && scopeOf(binding)
}

export function refuseScope(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
  missing: Scope,
): FastifyReply {
  const refusal = refuse('scopeToAskFor', { scope: missing }, { details: { requiredScope: missing } })
  return reply
    .status(403)
    .header('www-authenticate', stepUp(config, request, principal.credential.scopes, missing))
    .send(refusal.envelope())
}
