import { type ErrorCode, TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { countedAddress } from '../../kernel/identity/client-address.ts'
import type { Caller } from '../../kernel/kernel.ts'
import { OAuthRefusal, type Tokens } from '../../kernel/oauth.ts'
import { callerOf, refuseDryRun } from '../http/caller.ts'
import { limitedLookUp, obey } from '../http/credentials.ts'
import { refusalIn } from '../http/errors.ts'
import { allowAnyOrigin } from './cors.ts'
import type { OAuthDeps } from './deps.ts'
import { parametersIn, takeForms } from './forms.ts'

type EndpointDeps = Omit<OAuthDeps, 'web'>

/** The endpoints that clients call without a credential: register, token and revoke (RFC 7591, 6749, 7009). */
export function mountEndpoints(app: FastifyInstance, deps: EndpointDeps): void {
  app.register(async (scope) => {
    takeForms(scope)
    allowAnyOrigin(scope, 'POST', ['/oauth/register', '/oauth/token', '/oauth/revoke'])
    scope.setErrorHandler(answerRefusal)
    scope.post('/oauth/register', { onRequest: refuseDryRun }, async (request, reply) => {
      obey(await deps.limiter.take('auth', countedAddress(request.ip)), reply)
      return reply.status(201).send(await register(deps, request))
    })
    scope.post('/oauth/token', { onRequest: refuseDryRun }, async (request, reply) => {
      return inTurn(deps, request, () => guessed(deps, request, reply, () => draw(deps, request)))
    })
    scope.post('/oauth/revoke', { onRequest: refuseDryRun }, async (request, reply) => {
      await inTurn(deps, request, () => revoke(deps, request))
      return reply.status(200).send()
    })
  })
}

const metadata = z.object({
  redirect_uris: z.array(z.string()),
  client_name: z.string().max(1_000).optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

/** Other metadata of the client is ignored, and a client gets no secret here. */
async function register({ oauth }: EndpointDeps, request: FastifyRequest) {
  const parsed = metadata.safeParse(request.body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const word = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OAuthRefusal(
      word,
      `${issue?.path.join('.') ?? 'The document'}: ${issue?.message ?? 'is not valid'}. Fix it and register again.`,
    )
  }
  const { redirect_uris: redirectUris, client_name: name = '', grant_types: grants, response_types: responses } = parsed.data
  if (grants?.includes('authorization_code') === false || responses?.includes('code') === false)
    throw new OAuthRefusal('invalid_client_metadata', 'Only the grant authorization_code with the response type code is offered here.')
  const client = await oauth.register(strangerOf(request), { name, redirectUris })
  return {
    client_id: client.id,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

async function draw({ oauth }: EndpointDeps, request: FastifyRequest) {
  const sent = parametersIn(request.body)
  const caller = strangerOf(request)
  const common = { clientId: needed(sent, 'client_id'), resource: sent.resource }
  if (sent.grant_type === 'authorization_code') {
    const exchange = { ...common, code: needed(sent, 'code'), verifier: needed(sent, 'code_verifier'), redirectUri: sent.redirect_uri }
    return onWire(await oauth.exchange(caller, exchange))
  }
  if (sent.grant_type === 'refresh_token') {
    const refresh = { ...common, refreshToken: needed(sent, 'refresh_token'), scope: sent.scope }
    return onWire(await oauth.refresh(caller, refresh))
  }
  throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

function onWire({ accessToken, refreshToken, expiresInSeconds, scopes }: Tokens) {
  const scope = scopes.join(' ')
  return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresInSeconds, refresh_token: refreshToken, scope }
}

async function revoke({ oauth }: EndpointDeps, request: FastifyRequest): Promise<void> {
  const sent = parametersIn(request.body)
  await oauth.revoke(strangerOf(request), { token: needed(sent, 'token'), clientId: sent.client_id })
}

/** The client is identified by the body, not by the request's credential. */
const strangerOf = (request: FastifyRequest): Caller => ({ ...callerOf(request), principal: null })

function needed(sent: Partial<Record<string, string>>, name: string): string {
  const value = sent[name]
  if (value === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing. Send it.`)
  return value
}

/**
 * Requests of an address beyond its limit are queued and not refused: behind a proxy, a client with a valid token may share the address of
 * one that floods.
 */
async function inTurn<T>({ limiter }: EndpointDeps, { ip }: FastifyRequest, step: () => Promise<T>): Promise<T> {
  const verdict = await limiter.take('token', countedAddress(ip))
  return verdict?.allowed === false ? limitedLookUp(step) : step()
}

/**
 * Unknown codes and tokens count as guesses, each kind in a bucket of its own for each address. It refuses only guesses: a program that
 * repeats a dead token does not lock out others at its address, and 238 bits cannot be guessed.
 */
async function guessed<T>(deps: EndpointDeps, request: FastifyRequest, reply: FastifyReply, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof OAuthRefusal) || error.word !== 'invalid_grant') throw error
    const { grant_type: kind = '' } = parametersIn(request.body)
    const verdict = await deps.limiter.take('authFailure', `${countedAddress(request.ip)} ${kind}`)
    if (verdict?.allowed === false) obey(verdict, reply)
    throw error
  }
}

const words: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  conflict: 'temporarily_unavailable',
  internal: 'server_error',
}

/** In the form of the protocol in place of the error envelope: programs that know nothing of us read it. */
function answerRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal: TandemError = refusalIn(error)
  if (refusal.code === 'internal') request.log.error({ err: error, reqId: request.id }, 'unexpected failure')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  const word = refusal instanceof OAuthRefusal ? refusal.word : (words[refusal.code] ?? 'invalid_request')
  return reply.status(refusal.status).send({ error: word, error_description: refusal.message })
}
