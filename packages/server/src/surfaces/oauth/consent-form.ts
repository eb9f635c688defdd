import { createHmac, timingSafeEqual } from 'node:crypto'
import { fieldRefusal, refusal } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import type { Choice } from '../../kernel/oauth.ts'
import { sessionCookie } from '../http/credentials.ts'
import { valuesOf } from './forms.ts'

/** What the person sends back: that it is the form they were shown, and what they chose on it. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws validation for an agent that cannot be one: another must not act in its place. */
export function choiceIn(form: unknown): Choice {
  const [agent = 'made'] = valuesOf(form, 'agent')
  if (agent !== 'made' && !uuid.test(agent)) throw fieldRefusal('agent', 'agentNotYours')
  const boardIds = valuesOf(form, 'leash')[0] === 'all' ? null : valuesOf(form, 'boards')
  return { agentActorId: agent === 'made' ? null : agent, boardIds, scopes: valuesOf(form, 'scopes') }
}

export const queryOf = ({ query }: FastifyRequest): string => new URLSearchParams(query as Record<string, string>).toString()

/** Made of the secret of the cookie, which no other site knows, and of what is asked, so that a form answers what it showed. */
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
