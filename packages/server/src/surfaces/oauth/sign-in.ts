import { TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { callerOf, refuseDryRun } from '../http/caller.ts'
import { setSessionCookie } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { html } from '../http/html.ts'
import { sendPage } from '../http/page.ts'
import { parametersIn } from './forms.ts'

/** Signing in on the way to letting a program in: the request waits in the form. */
export function mountSignIn(scope: FastifyInstance, deps: HttpDeps): void {
  scope.post('/oauth/sign-in', { config: { authBucket: true }, onRequest: refuseDryRun }, async (request, reply) => {
    const { email = '', password = '', request: waiting = '' } = parametersIn(request.body)
    // Written anew: it may hold nothing but a query of ours.
    const query = new URLSearchParams(waiting).toString()
    const refusal = await signIn(deps, request, reply, { email, password })
    if (refusal) return askToSignIn(reply, deps.config, query, refusal.message)
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
  return sendPage(
    reply,
    401,
    'Sign in to Tandem',
    html`<p>An app requests access. Sign in to see which app it is and what it requests. You can still deny it then.</p>
${problem === '' ? [] : html`<p class="alert" role="alert">${problem}</p>`}
${config.OIDC_PROVIDERS.map(
  ({ id, name }) => html`<p><a href="../oidc/${id}/start?next=${nextOf(query)}">Sign in with ${name}</a></p>
`,
)}${config.LOCAL_LOGIN ? passwordForm(query) : []}`,
  )
}

const nextOf = (query: string): string => encodeURIComponent(`/oauth/authorize?${query}`)

const passwordForm = (query: string) => html`<form method="post" action="sign-in">
<input type="hidden" name="request" value="${query}">
<label>E-mail <input type="email" name="email" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<p><button type="submit">Sign in</button></p>
</form>`
