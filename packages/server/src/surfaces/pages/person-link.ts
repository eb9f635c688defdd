import { type PersonLink, refusal, TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf } from '../../kernel/reply.ts'
import { messageIn } from '../../texts/refusals/refusals.ts'
import { callerOf, refuseDryRun } from '../http/caller.ts'
import { admit, withSecretInPath } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { html } from '../http/html.ts'
import { languageOfPage, sendPage, textsOfPage } from '../http/page.ts'

/**
 * The page on which a person sees which account of which integration asks to act for them on which board, and confirms. Signed in by
 * cookie; a form of another site is refused like every request from there. Specification: decisions §5.
 */
const url = '/connect/:token'
type Request = FastifyRequest<{ Params: { token: string } }>

export function mountPersonLinkPage(app: FastifyInstance, deps: HttpDeps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', admit(deps))
    scope.setErrorHandler(refuse)
    scope.get(url, { exposeHeadRoute: false }, async (request: Request, reply) => {
      const link = await execute('personLink.read', request, reply)
      return ask(reply, bodyOf(link.reply) as PersonLink)
    })
    scope.post(url, { onRequest: refuseDryRun }, async (request: Request, reply) => {
      await execute('personLink.confirm', request, reply)
      const { done, doneText } = textsOfPage(reply).personLink
      return sendPage(reply, 200, done, html`<p>${doneText}</p>`)
    })
  })

  function execute(name: 'personLink.read' | 'personLink.confirm', request: Request, reply: FastifyReply) {
    const act = () => deps.kernel.execute(name, callerOf(request), { token: request.params.token })
    return withSecretInPath(deps, request, reply, act)
  }
}

function ask(reply: FastifyReply, link: PersonLink): FastifyReply {
  const { integration, board } = link
  const texts = textsOfPage(reply).personLink
  return sendPage(
    reply,
    200,
    texts.title(integration.name),
    html`<p>${texts.ifConfirmed} <strong>${texts.onBehalf}</strong>${texts.onlyIfYours}</p>
<dl><dt>${texts.account}</dt><dd>${link.displayName} (${link.externalUserId})</dd>
<dt>${texts.integration}</dt><dd>${integration.name} (${integration.type})</dd>
<dt>${texts.board}</dt><dd>${board.name}</dd></dl>
<form method="post"><button type="submit">${texts.confirm}</button></form>
<p>${texts.end}</p>`,
  )
}

/** Explains to the person what they can do, in place of the error envelope. */
function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = error instanceof TandemError ? error : refusal('pageFailed')
  if (shown.code === 'internal') request.log.error({ err: error, reqId: request.id }, 'unexpected failure')
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds)
  const texts = textsOfPage(reply).personLink
  if (shown.code !== 'unauthorized')
    return sendPage(reply, shown.status, texts.refused, html`<p>${messageIn(languageOfPage(reply), shown)}</p>`)
  return sendPage(reply, 401, texts.signInFirst, html`<p><a href="/">${texts.signIn}</a> ${texts.signInText}</p>`)
}
