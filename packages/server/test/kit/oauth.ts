import { createHash, randomBytes } from 'node:crypto'

/** An OAuth client, and the browser of the person who is asked: by hand, over HTTP. */
export type Sent = { status: number; location: string; headers: Headers; text: string; body: any }

export const redirectUri = 'http://127.0.0.1:8123/callback'

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

async function sent(url: string, init: RequestInit): Promise<Sent> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const text = await response.text()
  const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
  return { status: response.status, location: response.headers.get('location') ?? '', headers: response.headers, text, body }
}

export const registerProgram = (url: string, metadata: Record<string, unknown> = {}): Promise<Sent> =>
  sent(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Robot', token_endpoint_auth_method: 'none', ...metadata }),
  })

type Fields = Record<string, string | undefined>

/** Undefined fields are left out. */
const formOf = (fields: Fields | [string, string][]): URLSearchParams =>
  new URLSearchParams(
    Array.isArray(fields) ? fields : Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  )

export const postForm = (url: string, fields: Fields | [string, string][], headers: Record<string, string> = {}): Promise<Sent> =>
  sent(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: formOf(fields).toString(),
  })

export type Request = { clientId: string; challenge: string; more?: Fields }

export function authorizeUrl(url: string, { clientId, challenge, more = {} }: Request): string {
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'xyz',
    resource: `${url}/mcp`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'boards:read cards:write',
    ...more,
  }
  return `${url}/oauth/authorize?${formOf(query)}`
}

export const open = (address: string, cookie: string | null, headers: Record<string, string> = {}): Promise<Sent> =>
  sent(address, { headers: { ...(cookie !== null && { cookie }), ...headers } })

/** The choices of the person on the consent page; by default the agent that is made for the program. */
export type Pick = { boardIds?: readonly string[]; all?: boolean; agent?: string; scopes?: readonly string[]; decision?: 'allow' | 'deny' }

/** Opens the page and sends its form with the choices of the person. */
export async function consent(address: string, cookie: string, pick: Pick): Promise<Sent> {
  const page = await open(address, cookie)
  if (page.status !== 200) return page
  const { csrf, scopes } = formIn(page.text)
  return submit(address, cookie, [
    ['csrf', csrf],
    ...(pick.scopes ?? scopes).map((scope): [string, string] => ['scopes', scope]),
    ['agent', pick.agent ?? 'made'],
    ['leash', pick.all ? 'all' : 'chosen'],
    ...(pick.boardIds ?? []).map((id): [string, string] => ['boards', id]),
    ['decision', pick.decision ?? 'allow'],
  ])
}

export const submit = (address: string, cookie: string, fields: [string, string][], headers: Record<string, string> = {}): Promise<Sent> =>
  postForm(address, fields, { cookie, origin: new URL(address).origin, ...headers })

/** The choices that the form on the page offers. */
export function formIn(page: string): { csrf: string; scopes: string[]; agents: string[]; boards: string[] } {
  const values = (name: string) =>
    [...page.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"(?![^>]*disabled)`, 'g'))].map((match) => match[1] ?? '')
  return { csrf: values('csrf')[0] ?? '', scopes: values('scopes'), agents: values('agent'), boards: values('boards') }
}

export type Connected = { clientId: string; access: string; refresh: string; scope: string; code: string; verifier: string }

export const redeem = (url: string, clientId: string, code: string, verifier: string, more: Fields = {}): Promise<Sent> =>
  postForm(`${url}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    resource: `${url}/mcp`,
    ...more,
  })

export const refreshWith = (url: string, clientId: string, refresh: string, more: Fields = {}): Promise<Sent> =>
  postForm(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, ...more })

/** The whole way, from the registration to the tokens. Throws when it does not lead there. */
export async function connect(url: string, cookie: string, pick: Pick & { clientId?: string; scope?: string } = {}): Promise<Connected> {
  const clientId = pick.clientId ?? (await registerProgram(url)).body.client_id
  const { verifier, challenge } = pkce()
  const more = pick.scope === undefined ? {} : { scope: pick.scope }
  const allowed = await consent(authorizeUrl(url, { clientId, challenge, more }), cookie, pick)
  const code = allowed.location === '' ? null : new URL(allowed.location).searchParams.get('code')
  if (code === null) throw new Error(`no code: ${allowed.status} ${allowed.location} ${allowed.text}`)
  const tokens = await redeem(url, clientId, code, verifier)
  if (tokens.status !== 200) throw new Error(`no tokens: ${tokens.status} ${tokens.text}`)
  const { access_token: access, refresh_token: refresh, scope } = tokens.body
  return { clientId, access, refresh, scope, code, verifier }
}
