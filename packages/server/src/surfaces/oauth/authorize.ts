import { createHmac, timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import { TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Asked, AuthorizationRequest, Choice, OAuthRefusal } from '../../kernel/oauth.ts'
import { issuerUrl, mcpUrl } from '../mcp/addresses.ts'
import { html } from '../pages/html.ts'
import { sendPage } from '../pages/page.ts'
import { admit, sessionCookie } from '../rest/credentials.ts'
import { refusalIn } from '../rest/errors.ts'
import { sendConsent } from './consent-page.ts'
import type { OAuthDeps } from './deps.ts'
import { parametersIn, valuesOf } from './forms.ts'
import { redirectTo } from './redirects.ts'
import { askToSignIn, mountSignIn } from './sign-in.ts'

/** Where a person who is signed in by cookie, never a bearer, is asked whether to let a program in. Specification: decisions §2, reliability O2. */
export function mountAuthorize(app: FastifyInstance, deps: OAuthDeps): void {
  app.register(async (scope) => {
    scope.register(formbody)
    scope.addHook('onRequest', admit(deps))
    scope.setErrorHandler(refuse)
    mountSignIn(scope, deps)
    scope.get('/oauth/authorize', { exposeHeadRoute: false }, async (request, reply) => {
      refuseBearer(request)
      const asked: Asked = parametersIn(request.query)
      // Nothing is fetched for a stranger.
      if (!request.principal && deps.oauth.needsDocument(asked)) return askToSignIn(reply, queryOf(request))
      const understood = await understandIn(deps, request, asked)
      if ('refusal' in understood) return reply.redirect(tellProgram(deps, request, understood, wordsOf(understood.refusal)), 302)
      if (!request.principal) return askToSignIn(reply, queryOf(request))
      return ask(deps, request, reply, understood.request)
    })
    scope.post('/oauth/authorize', async (request, reply) => {
      refuseBearer(request)
      if (!request.principal) return askToSignIn(reply, queryOf(request))
      refuseForged(request)
      const understood = await understandIn(deps, request, parametersIn(request.query))
      if ('refusal' in understood) return reply.redirect(tellProgram(deps, request, understood, wordsOf(understood.refusal)), 303)
      const asked = understood.request
      if (valuesOf(request.body, 'decision')[0] !== 'allow')
        return reply.redirect(tellProgram(deps, request, asked, { error: 'access_denied' }), 303)
      const answer = await grant(deps, request, asked)
      if ('problem' in answer) return ask(deps, request, reply, asked, answer.problem)
      return reply.redirect(tellProgram(deps, request, asked, answer), 303)
    })
  })
}

function refuseBearer({ headers, principal }: FastifyRequest): void {
  if (headers.authorization !== undefined || principal?.credential.method === 'token')
    throw new TandemError('forbidden', 'Only a signed-in person may let a program in: open this in a browser. A token is not taken here.')
}

const callerOf = ({ principal, ip }: FastifyRequest) => ({ principal, address: ip })

const understandIn = ({ oauth, config }: OAuthDeps, request: FastifyRequest, asked: Asked) =>
  oauth.understand(callerOf(request), asked, mcpUrl(config, request))

/** Back to where the program listens, by an address that says who answers (RFC 9207). */
function tellProgram(
  { config }: OAuthDeps,
  request: FastifyRequest,
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  answer: Record<string, string>,
): string {
  return redirectTo(redirectUri, { ...answer, state, iss: issuerUrl(config, request) })
}

const wordsOf = ({ word, message }: OAuthRefusal) => ({ error: word, error_description: message })

async function ask({ oauth }: OAuthDeps, request: FastifyRequest, reply: FastifyReply, asked: AuthorizationRequest, problem?: string) {
  const offer = await oauth.offer(callerOf(request), asked)
  return sendConsent(reply, asked, offer, { csrf: csrfOf(request), ...(problem !== undefined && { problem }) })
}

/** The code, or what is wrong with the choice. */
async function grant(
  { oauth }: OAuthDeps,
  request: FastifyRequest,
  asked: AuthorizationRequest,
): Promise<{ code: string } | { problem: string }> {
  try {
    return { code: await oauth.letIn(callerOf(request), asked, choiceIn(request.body)) }
  } catch (error) {
    if (error instanceof TandemError && (error.code === 'validation' || error.code === 'conflict')) return { problem: error.message }
    throw error
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function choiceIn(form: unknown): Choice {
  const [agent = 'made'] = valuesOf(form, 'agent')
  const boardIds = valuesOf(form, 'leash')[0] === 'all' ? null : valuesOf(form, 'boards')
  return { agentActorId: uuid.test(agent) ? agent : null, boardIds, scopes: valuesOf(form, 'scopes') }
}

const queryOf = ({ query }: FastifyRequest): string => new URLSearchParams(query as Record<string, string>).toString()

/** Made of the secret of the cookie, which no other site knows, and of what is asked, so that a form answers what it showed. */
function csrfOf(request: FastifyRequest): string {
  return createHmac('sha256', request.cookies[sessionCookie] ?? '')
    .update(`consent ${queryOf(request)}`)
    .digest('base64url')
}

function refuseForged(request: FastifyRequest): void {
  const [sent = ''] = valuesOf(request.body, 'csrf')
  const [one, other] = [Buffer.from(sent), Buffer.from(csrfOf(request))]
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw new TandemError('forbidden', 'This form is not the one that was shown to you. Start again from the program that sent you here.')
}

/** What a person can do about it, in place of the error envelope; nothing is sent to the program. */
function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalIn(error)
  if (refusal.code === 'internal') request.log.error({ err: error, reqId: request.id }, 'unexpected failure')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  const status = refusal.code === 'invalid_credentials' ? 400 : refusal.status
  return sendPage(reply, status, 'This does not work', html`<p>${refusal.message}</p>`)
}
