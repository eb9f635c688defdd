import { refusal, TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthorizationParameters, AuthorizationRequest, OAuthRefusal } from '../../kernel/oauth.ts'
import { messageIn } from '../../texts/refusals/refusals.ts'
import { issuerUrl, mcpUrl } from '../http/addresses.ts'
import { callerOf, refuseDryRun } from '../http/caller.ts'
import { admit } from '../http/credentials.ts'
import { languageOfPage } from '../http/page.ts'
import { refuse, sendBack, sendRefusal, sendStranger } from './answers.ts'
import { choiceIn, csrfOf, refuseForged } from './consent-form.ts'
import { sendConsent } from './consent-page.ts'
import type { OAuthDeps } from './deps.ts'
import { parametersIn, takeForms, valuesOf } from './forms.ts'
import { askedOnWire, consentInApp, isApp, isNavigation } from './in-app.ts'
import { redirectTo } from './redirects.ts'
import { mountSignIn } from './sign-in.ts'

/**
 * The consent page: asks a person who is signed in by cookie, never by bearer, whether to grant a client access. Specification: decisions
 * §2, reliability O2.
 */
export function mountAuthorize(app: FastifyInstance, deps: OAuthDeps): void {
  app.register(async (scope) => {
    takeForms(scope)
    scope.addHook('onRequest', admit(deps))
    scope.setErrorHandler(refuse)
    mountSignIn(scope, deps)
    scope.get('/oauth/authorize', { exposeHeadRoute: false }, async (request, reply) => {
      refuseBearer(request)
      const inApp = isNavigation(request) ? consentInApp(request) : null
      if (inApp !== null && (await deps.web.isBuilt())) return reply.redirect(inApp, 302)
      const parameters: AuthorizationParameters = parametersIn(request.query)
      // Nothing is fetched for a stranger.
      if (!request.principal && deps.oauth.needsDocument(parameters)) return sendStranger(request, reply, deps.config)
      const understood = await understandIn(deps, request, parameters)
      if ('refusal' in understood)
        return sendRefusal(request, reply, understood, clientRedirectUrl(deps, request, understood, wordsOf(understood.refusal)))
      if (!request.principal) return sendStranger(request, reply, deps.config)
      return ask(deps, request, reply, understood.request)
    })
    scope.post('/oauth/authorize', { onRequest: refuseDryRun }, async (request, reply) => {
      refuseBearer(request)
      if (!request.principal) return sendStranger(request, reply, deps.config)
      refuseForged(request)
      const understood = await understandIn(deps, request, parametersIn(request.query))
      if ('refusal' in understood)
        return sendBack(request, reply, clientRedirectUrl(deps, request, understood, wordsOf(understood.refusal)))
      const asked = understood.request
      if (valuesOf(request.body, 'decision')[0] !== 'allow')
        return sendBack(request, reply, clientRedirectUrl(deps, request, asked, { error: 'access_denied' }))
      const answer = await grant(deps, request, asked)
      if ('problem' in answer) return ask(deps, request, reply, asked, answer.problem)
      return sendBack(request, reply, clientRedirectUrl(deps, request, asked, answer))
    })
  })
}

function refuseBearer({ headers, principal }: FastifyRequest): void {
  if (headers.authorization !== undefined || principal?.credential.method === 'token') throw refusal('consentByToken')
}

const understandIn = ({ oauth, config }: OAuthDeps, request: FastifyRequest, parameters: AuthorizationParameters) =>
  oauth.understand(callerOf(request), parameters, mcpUrl(config, request))

/** Back to where the program listens, by an address that says who answers (RFC 9207). */
function clientRedirectUrl(
  { config }: OAuthDeps,
  request: FastifyRequest,
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  answer: Record<string, string>,
): string {
  return redirectTo(redirectUri, { ...answer, state, iss: issuerUrl(config, request) })
}

const wordsOf = ({ word, message }: OAuthRefusal) => ({ error: word, error_description: message })

async function ask({ oauth }: OAuthDeps, request: FastifyRequest, reply: FastifyReply, asked: AuthorizationRequest, problem?: TandemError) {
  if (isApp(request) && problem !== undefined)
    throw new TandemError('validation', problem.message, { reason: problem.reason, params: problem.params })
  const offer = await oauth.offer(callerOf(request), asked)
  const csrf = csrfOf(request)
  if (isApp(request)) return reply.send(askedOnWire(asked, offer, csrf))
  return sendConsent(reply, asked, offer, { csrf, ...(problem !== undefined && { problem: messageIn(languageOfPage(reply), problem) }) })
}

/** The code, or the error of the choice. */
async function grant(
  { oauth }: OAuthDeps,
  request: FastifyRequest,
  asked: AuthorizationRequest,
): Promise<{ code: string } | { problem: TandemError }> {
  try {
    return { code: await oauth.letIn(callerOf(request), asked, choiceIn(request.body)) }
  } catch (error) {
    if (error instanceof TandemError && (error.code === 'validation' || error.code === 'conflict')) return { problem: error }
    throw error
  }
}
