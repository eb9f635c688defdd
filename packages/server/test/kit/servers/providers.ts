import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** An account at a provider: its subject and its claims. */
export type Account = { sub: string; email?: string; email_verified?: boolean; name?: string; groups?: string[] }

export const client = { clientId: 'tandem', clientSecret: 'a secret between the two' }

type Listening = { issuer: string; answer(listener: RequestListener): void; stop(): void }

async function listen(): Promise<Listening> {
  let listener: RequestListener = (_request, response) => response.writeHead(404).end()
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next) {
      listener = next
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An external provider. Every visitor signs in as `as`, and agrees. */
export type RealProvider = { issuer: string; serve(redirectUri: string): void; as: Account; stop(): void }

export async function startRealProvider(): Promise<RealProvider> {
  const { issuer, answer, stop } = await listen()
  const accounts = new Map<string, Account>()
  const provider: RealProvider = { issuer, as: { sub: 'nobody' }, stop, serve: (redirectUri) => answer(serving(redirectUri)) }
  return provider

  function serving(redirectUri: string): RequestListener {
    const op = new Provider(issuer, {
      clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => accounts.get(sub) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      cookies: { keys: ['a key of the test'] },
      async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
        const grant = new op.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const served = op.callback()
    return (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return served(request, response)
      accounts.set(provider.as.sub, provider.as)
      void op.interactionFinished(request, response, { login: { accountId: provider.as.sub } })
    }
  }
}

/** A provider that sends wrong answers: the claims of its ID token, its signature, and its statuses are set by the test. */
export type Liar = {
  issuer: string
  /** Replace the correct claims. */
  claims: Record<string, unknown>
  signedBy: 'itself' | 'another'
  /** The answer to every request; null = the correct answers. */
  status: number | null
  /** The nonce of the last request, which the ID token must repeat. */
  nonce: string
  tokenRequests: URLSearchParams[]
  reset(): void
  stop(): void
}

export async function startLiar(): Promise<Liar> {
  const { issuer, answer, stop } = await listen()
  const [own, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const fresh = () => ({ claims: {}, signedBy: 'itself' as const, status: null, nonce: '', tokenRequests: [] })
  const liar: Liar = { ...fresh(), issuer, stop, reset: () => Object.assign(liar, fresh()) }

  const answers: Record<string, (request: IncomingMessage) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    async '/token'(request) {
      liar.tokenRequests.push(new URLSearchParams(await textOf(request)))
      return { access_token: 'one', token_type: 'Bearer', expires_in: 60, id_token: await idToken() }
    },
  }
  answer((request, response) => void tell(request, response))
  return liar

  async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await answers[request.url ?? '']?.(request)
    response.writeHead(liar.status ?? (body ? 200 : 404), { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  }

  function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const right = { iss: issuer, sub: 'liar-1', aud: client.clientId, iat: now, exp: now + 60, nonce: liar.nonce, email: 'x@example.com' }
    const key = liar.signedBy === 'itself' ? own.privateKey : other.privateKey
    return new SignJWT({ ...right, ...liar.claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
