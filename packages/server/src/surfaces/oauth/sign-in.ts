import { TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { PageTexts } from '../../texts/pages/en.ts'
import { messageIn } from '../../texts/refusals/refusals.ts'
import { callerOf, refuseDryRun } from '../http/caller.ts'
import { setSessionCookie } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { html } from '../http/html.ts'
import { languageOfPage, sendPage, textsOfPage } from '../http/page.ts'
import { parametersIn } from './forms.ts'

/** Signing in on the way to letting a program in: the request waits in the form. */
export function mountSignIn(scope: FastifyInstance, deps: HttpDeps): void {
  scope.post('/oauth/sign-in', { config: { authBucket: true }, onRequest: refuseDryRun }, async (request, reply) => {
    const { email = '', password = '', request: waiting = '' } = parametersIn(request.body)
    // Written anew: it may hold nothing but a query of ours.
    const query = new URLSearchParams(waiting).toString()
    const refusal = await signIn(deps, request, reply, { email, password })
    if (refusal) return askToSignIn(reply, deps.config, query, messageIn(languageOfPage(reply), refusal))
    return reply.redirect(`authorize?${query}`, 303)
  })
}

async function signIn(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply, input: { email: string; password: string }) {
  try {
    const login = await deps.kernel.execute('auth.login', { ...callerOf(request), principal: null }, input)
    if (login.reply.kind === 'signedIn') setSessionCookie(deps.config, request, reply, login.reply.session)
    return null
  } catch (error) {
    if (error instanceof TandemError && (error.code === 'invalid_credentials' || error.code === 'validation' || error.code === 'forbidden'))
      return error
    throw error
  }
}

export function askToSignIn(reply: FastifyReply, config: Config, query: string, problem = ''): FastifyReply {
  const texts = textsOfPage(reply).signIn
  return sendPage(
    reply,
    401,
    texts.title,
    html`<p>${texts.text}</p>
${problem === '' ? [] : html`<p class="alert" role="alert">${problem}</p>`}
${config.OIDC_PROVIDERS.map(
  ({ id, name }) => html`<p><a href="../oidc/${id}/start?next=${nextOf(query)}">${texts.withProvider(name)}</a></p>
`,
)}${config.LOCAL_LOGIN ? passwordForm(query, texts) : []}`,
  )
}

const nextOf = (query: string): string => encodeURIComponent(`/oauth/authorize?${query}`)

const passwordForm = (query: string, texts: PageTexts['signIn']) => html`<form method="post" action="sign-in">
<input type="hidden" name="request" value="${query}">
<label>${texts.email} <input type="email" name="email" autocomplete="username" required></label>
<label>${texts.password} <input type="password" name="password" autocomplete="current-password" required></label>
<p><button type="submit">${texts.submit}</button></p>
</form>`
