import { refusal } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { OAuthRefusal, Understood } from '../../kernel/oauth.ts'
import { messageIn } from '../../texts/refusals/refusals.ts'
import { refusalIn } from '../http/errors.ts'
import { html } from '../http/html.ts'
import { languageOfPage, sendPage, textsOfPage } from '../http/page.ts'
import { queryOf } from './consent-form.ts'
import { isApp, isNavigation } from './in-app.ts'
import { placeOf } from './redirects.ts'
import { askToSignIn } from './sign-in.ts'

/** Answers an authorization request, for a browser, for the web app and for a program that follows redirects itself. */
export type Refused = Extract<Understood, { refusal: OAuthRefusal }>

export function sendStranger(request: FastifyRequest, reply: FastifyReply, config: Config): FastifyReply {
  if (isApp(request)) throw refusal('consentSignIn')
  return askToSignIn(reply, config, queryOf(request))
}

/** Sends the browser to the program with the person's decision. */
export function sendBack(request: FastifyRequest, reply: FastifyReply, location: string): FastifyReply {
  return isApp(request) ? reply.send({ location }) : reply.redirect(location, 303)
}

/**
 * Reports to the client a request that cannot be shown to the person. A browser follows the redirect only by a click: anyone may register a
 * client, and our address must not be an open redirect to theirs (RFC 9700 §4.11.2).
 */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused, location: string): FastifyReply {
  const { message, reason } = refused.refusal
  const place = placeOf(refused.redirectUri)
  if (isApp(request)) return reply.send({ refused: { message, reason, place, location } })
  if (!isNavigation(request)) return reply.redirect(location, 302)
  const texts = textsOfPage(reply).access
  return sendPage(
    reply,
    400,
    texts.refused,
    html`<p>${texts.refusedFor(messageIn(languageOfPage(reply), refused.refusal))}</p>
<p>${texts.nothingSent} <a href="${location}" rel="noreferrer">${texts.notify(place)}</a>.</p>`,
  )
}

/** Explains to the person what they can do, in place of the error envelope; nothing is sent to the client. */
export function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalIn(error)
  if (refusal.code === 'internal') request.log.error({ err: error, reqId: request.id }, 'unexpected failure')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  const status = refusal.code === 'invalid_credentials' ? 400 : refusal.status
  if (isApp(request)) return reply.status(status).send(refusal.envelope())
  return sendPage(reply, status, textsOfPage(reply).access.refused, html`<p>${messageIn(languageOfPage(reply), refusal)}</p>`)
}
