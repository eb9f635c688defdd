import { refusal, TandemError } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { messageIn } from '../../texts/refusals/refusals.ts'
import { refusalIn } from '../http/errors.ts'
import { html } from '../http/html.ts'
import { languageOfPage, sendPage, textsOfPage } from '../http/page.ts'
import { ProviderDown } from './provider-fetch.ts'

/** A refusal that tells the person what to do about a failed sign-in. Details from the provider go to the log. */
export function meaningOfProvider(error: unknown, providerName: string): TandemError {
  if (error instanceof TandemError) return error
  if (isDown(error)) return refusal('providerAway', { name: providerName }, { cause: error })
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return refusal('providerDenied', { name: providerName })
  if (error instanceof ResponseBodyError && refusesUs.has(error.error))
    return refusal('providerRefusesService', { name: providerName }, { cause: error })
  if (isOfProtocol(error)) return refusal('providerAnswerUnfit', { name: providerName }, { cause: error })
  throw error
}

/** Nothing that a person could do about it. */
const refusesUs = new Set(['invalid_client', 'unauthorized_client'])

const isOfProtocol = (error: unknown): boolean =>
  [AuthorizationResponseError, ResponseBodyError, ClientError, TypeError].some((kind) => error instanceof kind)

function isDown(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) if (at instanceof ProviderDown) return true
  return false
}

/** A page for people who followed a link, the error envelope for the web app. */
export function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalIn(error)
  request.refusedAs = refusal.code
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected failure')
  else if (refusal.cause !== undefined) request.log.warn({ err: refusal.cause }, 'a sign-in by a provider failed')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  if (request.method === 'POST') return reply.status(refusal.status).send(refusal.envelope())
  const { failed, back } = textsOfPage(reply).signIn
  return sendPage(
    reply,
    refusal.status,
    failed,
    html`<p>${messageIn(languageOfPage(reply), refusal)}</p>
<p><a href="/">${back}</a></p>`,
  )
}
