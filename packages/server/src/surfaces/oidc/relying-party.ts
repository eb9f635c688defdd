import * as oidc from 'openid-client'
import type { ProviderSettings } from '../../identity-providers.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Claims } from '../../kernel/identities.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { claimsIn } from './claims.ts'
import { fetchThrough } from './provider-fetch.ts'

/** Values that the answer must repeat, or it belongs to another sign-in. */
export type Checks = { state: string; nonce: string; verifier: string }

/**
 * The relying party of OpenID Connect for one provider: code flow with PKCE, state and nonce. Errors are thrown as openid-client throws
 * them.
 */
export type RelyingParty = {
  settings: ProviderSettings
  begin(redirectUri: string): Promise<{ location: string; checks: Checks }>
  /** `answer`: our redirect URI with the query that the browser brought. */
  finish(answer: URL, checks: Checks): Promise<Claims>
}

type Deps = { outbound: Outbound; clock: Clock }

export function createRelyingParties(providers: readonly ProviderSettings[], deps: Deps): ReadonlyMap<string, RelyingParty> {
  return new Map(providers.map((settings) => [settings.id, createRelyingParty(settings, deps)]))
}

function createRelyingParty(settings: ProviderSettings, deps: Deps): RelyingParty {
  const discover = cachedDiscovery(settings, deps)
  return {
    settings,
    async begin(redirectUri) {
      const configuration = await discover()
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
      const location = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href, checks }
    },
    async finish(answer, { state, nonce, verifier }) {
      const configuration = await discover()
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idClaims = tokens.claims()
      if (!idClaims) throw new TypeError('an ID token was asked for and none came')
      const more = await userInfo(configuration, tokens.access_token, idClaims)
      return claimsIn({ ...more, ...idClaims }, settings)
    },
  }
}

/** Many providers tell the address there alone. */
async function userInfo(configuration: oidc.Configuration, accessToken: string, { sub, email }: oidc.IDToken) {
  if (email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return oidc.fetchUserInfo(configuration, accessToken, sub)
}

const freshMs = 3_600_000

/** Callers at the same time share one request. While the provider does not answer, its last answer is used. */
function cachedDiscovery(settings: ProviderSettings, { outbound, clock }: Deps): () => Promise<oidc.Configuration> {
  let known: { configuration: oidc.Configuration; untilMs: number } | undefined
  let underWay: Promise<oidc.Configuration> | undefined
  return () => {
    if (known && clock.now() < known.untilMs) return Promise.resolve(known.configuration)
    underWay ??= discover().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function discover(): Promise<oidc.Configuration> {
    try {
      const configuration = await discoveryOf(settings, outbound)
      known = { configuration, untilMs: clock.now() + freshMs }
      return configuration
    } catch (error) {
      if (known) return known.configuration
      throw error
    }
  }
}

function discoveryOf({ issuer, clientId, clientSecret, clientAuth }: ProviderSettings, outbound: Outbound): Promise<oidc.Configuration> {
  const plain = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientAuth === 'post' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret),
    {
      // The signature is checked although the token comes by TLS from the provider itself: a proxy in between may terminate the TLS.
      execute: [...plain, oidc.enableNonRepudiationChecks],
      [oidc.customFetch]: fetchThrough(outbound),
    },
  )
}
