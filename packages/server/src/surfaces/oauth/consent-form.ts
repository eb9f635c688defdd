import { createHmac, timingSafeEqual } from 'node:crypto'
import { fieldRefusal, refusal } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import type { Choice } from '../../kernel/oauth.ts'
import { sessionCookie } from '../http/credentials.ts'
import { valuesOf } from './forms.ts'

/** The consent form as the person submits it: the choices, and proof that it is the form they were shown. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws validation for an agent that cannot be one: another must not act in its place. */
export function choiceIn(form: unknown): Choice {
  const [agent = 'made'] = valuesOf(form, 'agent')
  if (agent !== 'made' && !uuid.test(agent)) throw fieldRefusal('agent', 'agentNotYours')
  const boardIds = valuesOf(form, 'leash')[0] === 'all' ? null : valuesOf(form, 'boards')
  return { agentActorId: agent === 'made' ? null : agent, boardIds, scopes: valuesOf(form, 'scopes') }
}

export const queryOf = ({ query }: FastifyRequest): string => new URLSearchParams(query as Record<string, string>).toString()

/** An HMAC under the cookie's secret, which no other site knows, of the query, so that a form only answers the request that it showed. */
export function csrfOf(request: FastifyRequest): string {
  return createHmac('sha256', request.cookies[sessionCookie] ?? '')
    .update(`consent ${queryOf(request)}`)
    .digest('base64url')
}

export function refuseForged(request: FastifyRequest): void {
  const [sent = ''] = valuesOf(request.body, 'csrf')
  const [one, other] = [Buffer.from(sent), Buffer.from(csrfOf(request))]
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw refusal('consentForged')
}
