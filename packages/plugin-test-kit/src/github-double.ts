import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, untilTaken } from './loopback.ts'
import { countAgainst, type Quota } from './quota.ts'

/**
 * GitHub as far as the plugin meets it, on loopback: its REST API with authentication, permissions, limits and error shapes, and its webhook
 * sender. Shapes and rules after
 *   https://github.com/github/rest-api-description (descriptions/api.github.com: issue-comment, commit, installation-token, basic-error)
 *   https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 *   https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app (JWT: RS256, at most ten minutes)
 *   https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers
 */
export type GithubDouble = {
  url: string
  /** A personal token that works, and its owner. */
  token: string
  login: string
  app: { id: number; privateKey: string; installationId: number }
  repository: string
  comments: readonly DoubleComment[]
  /** Every request that the API got: method and path. */
  requests: readonly string[]
  /** How many of them were too many. */
  tooMany(): number
  /** The messages of the commits of a pull request. */
  setCommits(number: number, messages: readonly string[]): void
  /** The next answers of the API, before it goes on as usual. */
  answerNext(...failures: DoubleFailure[]): void
  /** A comment by someone else. */
  commentAs(login: string, number: number, body: string): DoubleComment
  deliver(to: Destination, event: string, payload: unknown, more?: { deliveryId?: string; signal?: AbortSignal }): Promise<number>
  /** Sends again under the same id until it is taken, as an operator does who redelivers what failed. */
  deliverUntilTaken(to: Destination, event: string, payload: unknown, deliveryId?: string): Promise<void>
  stop(): Promise<void>
}

export type Destination = { url: string; secret: string }
export type DoubleComment = { id: number; number: number; body: string; login: string; appId: number | null }
/** `lost`: the request is done, and its answer never comes. */
export type DoubleFailure = 'primary_limit' | 'secondary_limit' | 'server_error' | 'forbidden' | 'lost'

const documentation = 'https://docs.github.com/rest'
const deliveryTimeoutMs = 10_000

type Caller = { login: string; appId: number | null }
type Asked = { method: string; parts: string[]; query: URLSearchParams; body: Record<string, unknown>; caller: Caller }
type Given = { status: number; body: unknown; headers?: Record<string, string> }

/** The least quota of a person's token and of an App's installation. */
const hourly: Quota = { requests: 5_000, windowMs: 3_600_000 }

export type GithubDoubleOptions = { repository?: string; quota?: Quota }

export async function createGithubDouble({
  repository = 'Codertocat/Hello-World',
  quota = hourly,
}: GithubDoubleOptions = {}): Promise<GithubDouble> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const app = { id: 7_357, privateKey: keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), installationId: 4_242 }
  const [token, installationToken, login] = [`ghp_${'p'.repeat(36)}`, `ghs_${'i'.repeat(36)}`, 'tandem-operator']
  const comments: DoubleComment[] = []
  const commits = new Map<string, readonly string[]>()
  const requests: string[] = []
  const failures: DoubleFailure[] = []
  let lastCommentId = 1_000
  const count = countAgainst(quota)
  let tooMany = 0

  const problem = (status: number, message: string, more: object = {}): Given => ({
    status,
    body: { message, ...more, documentation_url: documentation, status: String(status) },
  })

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(`${request.method} ${pathname}`)
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    const { isOver, remaining, endsAtMs } = count()
    if (isOver) tooMany += 1
    const forced = isOver ? 'over_quota' : failures.shift()
    const given = forced && forced !== 'lost' ? failed(forced) : answer(request, pathname, searchParams, text)
    if (forced === 'lost') return void request.socket.destroy()
    const limits = {
      'x-ratelimit-limit': String(quota.requests),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(endsAtMs / 1000)),
    }
    response.writeHead(given.status, { 'content-type': 'application/json; charset=utf-8', ...limits, ...given.headers })
    response.end(JSON.stringify(given.body))
  }

  function failed(failure: Exclude<DoubleFailure, 'lost'> | 'over_quota'): Given {
    if (failure === 'over_quota') return problem(403, 'API rate limit exceeded')
    if (failure === 'server_error') return problem(502, 'Server Error')
    if (failure === 'forbidden') return problem(403, 'Resource not accessible by integration')
    if (failure === 'secondary_limit')
      return {
        ...problem(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'),
        headers: { 'retry-after': '0' },
      }
    const resetAt = String(Math.floor(Date.now() / 1000))
    return { ...problem(403, 'API rate limit exceeded'), headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetAt } }
  }

  function answer(request: IncomingMessage, pathname: string, query: URLSearchParams, text: string): Given {
    if (!request.headers['user-agent'])
      return problem(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header')
    const authorization = request.headers.authorization ?? ''
    const parts = pathname.split('/').slice(1).map(decodeURIComponent)
    if (parts[0] === 'app' || parts.at(-1) === 'installation') return answerApp(authorization, request.method ?? '', parts)
    const caller = callerOf(authorization)
    if (!caller) return problem(401, 'Bad credentials')
    const body = parsed(text)
    if (body === null) return problem(400, 'Problems parsing JSON')
    return answerCaller({ method: request.method ?? '', parts, query, body, caller })
  }

  function callerOf(authorization: string): Caller | null {
    const credential = /^(?:bearer|token) (.+)$/i.exec(authorization)?.[1]
    if (credential === token) return { login, appId: null }
    return credential === installationToken ? { login: 'tandem[bot]', appId: app.id } : null
  }

  /** Answers requests that only the App itself may make, with its JWT. */
  function answerApp(authorization: string, method: string, parts: string[]): Given {
    if (!isAppJwt(/^bearer (.+)$/i.exec(authorization)?.[1] ?? '')) return problem(401, 'A JSON web token could not be decoded')
    if (method === 'GET' && parts[0] === 'repos')
      return isRepository(parts) ? { status: 200, body: { id: app.installationId, app_id: app.id } } : problem(404, 'Not Found')
    if (method !== 'POST' || parts[2] !== String(app.installationId)) return problem(404, 'Not Found')
    const expires = new Date(Date.now() + 3_600_000).toISOString()
    const permissions = { issues: 'write', metadata: 'read', pull_requests: 'write' }
    return { status: 201, body: { token: installationToken, expires_at: expires, permissions, repository_selection: 'selected' } }
  }

  function isAppJwt(jwt: string): boolean {
    const [header = '', claims = '', signature = ''] = jwt.split('.')
    const key = createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' }))
    if (!verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))) return false
    const { iss, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const now = Date.now() / 1000
    return String(iss) === String(app.id) && iat <= now && exp > now && exp - now <= 600
  }

  const isRepository = ([, owner, repo]: string[]) => `${owner}/${repo}`.toLowerCase() === repository.toLowerCase()

  function answerCaller(asked: Asked): Given {
    const { method, parts, caller } = asked
    // An installation is not an account.
    if (parts.join('/') === 'user')
      return caller.appId === null
        ? { status: 200, body: { login: caller.login, id: 1, type: 'User' } }
        : problem(403, 'Resource not accessible by integration')
    if (parts[0] !== 'repos' || !isRepository(parts)) return problem(404, 'Not Found')
    const [, , , kind, number = '', what] = parts
    if (method === 'GET' && kind === 'pulls' && what === 'commits') return listCommits(number, asked)
    if (method === 'GET' && kind === 'issues' && what === 'comments') return listComments(Number(number), asked)
    if (method === 'POST' && kind === 'issues' && what === 'comments') return addComment(Number(number), asked)
    if (method === 'PATCH' && kind === 'issues' && number === 'comments') return changeComment(Number(what), asked)
    return problem(404, 'Not Found')
  }

  function listCommits(number: string, { query }: Asked): Given {
    const found = (commits.get(number) ?? []).slice(0, 250)
    return page(
      found.map((message, at) => ({ sha: at.toString(16).padStart(40, '0'), commit: { message } })),
      query,
    )
  }

  const listComments = (number: number, { query }: Asked): Given =>
    page(comments.filter((comment) => comment.number === number).map(commentOnWire), query)

  function addComment(number: number, { body, caller }: Asked): Given {
    if (typeof body.body !== 'string' || body.body === '') return invalid('body')
    return { status: 201, body: commentOnWire(comment(caller, number, body.body)) }
  }

  function changeComment(id: number, { body, caller }: Asked): Given {
    const found = comments.find((comment) => comment.id === id)
    if (!found) return problem(404, 'Not Found')
    if (found.login !== caller.login) return problem(403, 'Must have admin rights to Repository.')
    if (typeof body.body !== 'string' || body.body === '') return invalid('body')
    found.body = body.body
    return { status: 200, body: commentOnWire(found) }
  }

  const invalid = (field: string): Given =>
    problem(422, 'Validation Failed', { errors: [{ resource: 'IssueComment', code: 'missing_field', field }] })

  function comment(caller: Caller, number: number, body: string): DoubleComment {
    const made = { id: ++lastCommentId, number, body, login: caller.login, appId: caller.appId }
    comments.push(made)
    return made
  }

  function commentOnWire({ id, number, body, login, appId }: DoubleComment) {
    return {
      id,
      body,
      html_url: `https://github.com/${repository}/pull/${number}#issuecomment-${id}`,
      author_association: 'NONE',
      user: { login, id: 1, type: appId === null ? 'User' : 'Bot' },
      performed_via_github_app: appId === null ? null : { id: appId, slug: 'tandem' },
    }
  }

  async function deliver(
    to: Destination,
    event: string,
    payload: unknown,
    { deliveryId = randomUUID(), signal }: { deliveryId?: string; signal?: AbortSignal } = {},
  ) {
    const body = JSON.stringify(payload)
    const mac = (algorithm: string) => createHmac(algorithm, to.secret).update(body).digest('hex')
    const answer = await fetch(to.url, {
      method: 'POST',
      headers: {
        accept: '*/*',
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-hook-id': '292430182',
        'x-github-event': event,
        'x-github-delivery': deliveryId,
        'x-github-hook-installation-target-type': 'repository',
        'x-hub-signature': `sha1=${mac('sha1')}`,
        'x-hub-signature-256': `sha256=${mac('sha256')}`,
      },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(deliveryTimeoutMs), ...(signal ? [signal] : [])]),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  const deliverUntilTaken = (to: Destination, event: string, payload: unknown, deliveryId: string = randomUUID()) =>
    untilTaken(() => deliver(to, event, payload, { deliveryId }))

  const { url, stop } = await listenOnLoopback((request, response) => void listen(request, response))
  return {
    url,
    stop,
    token,
    login,
    app,
    repository,
    comments,
    requests,
    deliver,
    deliverUntilTaken,
    tooMany: () => tooMany,
    setCommits: (number, messages) => void commits.set(String(number), messages),
    answerNext: (...next) => void failures.push(...next),
    commentAs: (author, number, body) => comment({ login: author, appId: null }, number, body),
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}

function page(all: unknown[], query: URLSearchParams): Given {
  const [perPage, at] = [Math.min(100, Number(query.get('per_page') ?? 30)), Number(query.get('page') ?? 1)]
  return { status: 200, body: all.slice((at - 1) * perPage, at * perPage) }
}
