import { refusal, timezone as timeZone } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Claims, Identities } from '../../kernel/identities.ts'
import type { Seal } from '../../seal.ts'
import { issuerUrl } from '../http/addresses.ts'
import { callerOf, refuseDryRun } from '../http/caller.ts'
import { admit, setSessionCookie } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { isAllowed } from './claims.ts'
import { type Flow, flowMs, keepFlow, takeFlow } from './flow-cookie.ts'
import { pathOfOurs } from './next.ts'
import { meaningOfProvider, refuse } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'

type OidcDeps = HttpDeps & { seal: Seal; identities: Identities; parties: ReadonlyMap<string, RelyingParty> }
type Request = FastifyRequest<{ Params: { providerId: string } }>

/** Signing in by a provider of OpenID Connect, and connecting an account there to the one here. Specification: decisions §2, reliability C4. */
export function mountOidc(app: FastifyInstance, deps: OidcDeps): void {
  const options = { config: { authBucket: true }, onRequest: refuseDryRun }
  app.register(async (scope) => {
    scope.addHook('onRequest', admit(deps))
    scope.setErrorHandler(refuse)
    scope.get('/oidc/:providerId/start', { ...options, exposeHeadRoute: false }, async (request: Request, reply) => {
      const { next } = request.query as { next?: unknown }
      return reply.redirect(await begin(deps, request, reply, { next: pathOfOurs(next) }), 302)
    })
    // The web app asks from our own origin: what a link from elsewhere must not carry, an invitation and whose account it is.
    scope.post('/oidc/:providerId/start', options, async (request: Request, reply) => {
      return reply.send({ location: await begin(deps, request, reply, wishIn(request)) })
    })
    scope.get('/oidc/:providerId/callback', { ...options, exposeHeadRoute: false }, async (request: Request, reply) => {
      const flow = takeFlow(deps, request, reply, { providerId: request.params.providerId, nowMs: deps.clock.now() })
      const claims = await claimsOf(deps, request, flow)
      await (flow.linkTo === undefined ? signIn(deps, request, reply, flow, claims) : connect(deps, request, flow.linkTo, claims))
      return reply.redirect(issuerUrl(deps.config, request) + flow.next, 303)
    })
  })
}

type Wish = Pick<Flow, 'next' | 'inviteToken' | 'timezone' | 'linkTo'>
const wish = z.object({
  next: z.string().optional(),
  inviteToken: z.string().min(1).max(200).optional(),
  link: z.boolean().optional(),
  // Only a browser's guess: an unknown one is ignored.
  timezone: timeZone.optional().catch(undefined),
})

function wishIn({ body, principal }: Request): Wish {
  const parsed = wish.safeParse(body ?? {})
  if (!parsed.success) throw refusal('signInUnfit')
  const { next, inviteToken, link, timezone } = parsed.data
  if (link && principal?.credential.method !== 'session') throw refusal('connectSignIn')
  return {
    next: pathOfOurs(next),
    ...(inviteToken !== undefined && { inviteToken }),
    ...(timezone !== undefined && { timezone }),
    ...(link && principal && { linkTo: principal.actorId }),
  }
}

async function begin(deps: OidcDeps, request: Request, reply: FastifyReply, wanted: Wish): Promise<string> {
  const party = partyOf(deps, request)
  try {
    const { location, checks } = await party.begin(redirectUri(deps, request))
    keepFlow(deps, request, reply, { ...wanted, checks, providerId: party.settings.id, endsAtMs: deps.clock.now() + flowMs })
    return location
  } catch (error) {
    throw meaningOfProvider(error, party.settings.name)
  }
}

async function claimsOf(deps: OidcDeps, request: Request, { checks }: Flow): Promise<Claims> {
  const party = partyOf(deps, request)
  const { settings } = party
  const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
  try {
    const claims = await party.finish(new URL(`${redirectUri(deps, request)}?${query}`), checks)
    if (isAllowed(claims, settings)) return claims
  } catch (error) {
    throw meaningOfProvider(error, settings.name)
  }
  const domains = settings.allowedDomains?.join(', ') ?? ''
  throw refusal('domainNotAllowed', { domains, name: settings.name })
}

async function signIn(deps: OidcDeps, request: Request, reply: FastifyReply, arrival: Flow, claims: Claims): Promise<void> {
  setSessionCookie(deps.config, request, reply, await deps.identities.signIn(callerOf(request), claims, arrival))
}

/** Throws forbidden where another person is signed in than the one who began. */
async function connect(deps: OidcDeps, request: Request, actorId: string, claims: Claims): Promise<void> {
  if (request.principal?.actorId !== actorId) throw refusal('signedInAsOther')
  await deps.identities.connect(callerOf(request), claims)
}

function partyOf({ parties }: OidcDeps, { params }: Request): RelyingParty {
  const party = parties.get(params.providerId)
  if (!party) throw refusal('providerUnknown')
  return party
}

const redirectUri = ({ config }: OidcDeps, request: Request): string =>
  `${issuerUrl(config, request)}/oidc/${request.params.providerId}/callback`
