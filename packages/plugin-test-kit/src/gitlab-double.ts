import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, untilTaken } from './loopback.ts'
import { countAgainst, type Quota } from './quota.ts'

/**
 * GitLab as far as the plugin meets it, on loopback: its REST API with authentication, limits and error shapes, and its webhook sender.
 * Shapes and rules after
 *   https://docs.gitlab.com/api/rest/troubleshooting (status codes; {"message": …} and {"error": …})
 *   https://docs.gitlab.com/api/notes#merge-requests, https://docs.gitlab.com/api/merge_requests#get-single-merge-request-commits
 *   https://docs.gitlab.com/security/rate_limits#response-headers (RateLimit-*, Retry-After)
 *   https://docs.gitlab.com/user/project/integrations/webhooks/#delivery-headers
 */
export type GitlabDouble = {
  url: string
  /** A project access token that works. */
  token: string
  project: string
  notes: readonly DoubleNote[]
  /** Every request that the API got: method and path. */
  requests: readonly string[]
  /** How many of them were too many. */
  tooMany(): number
  /** The messages of the commits of a merge request. */
  setCommits(iid: number, messages: readonly string[]): void
  /** The next answers of the API, before it goes on as usual. */
  answerNext(...failures: GitlabFailure[]): void
  /** A note by someone else. */
  noteAs(username: string, iid: number, body: string): DoubleNote
  deliver(to: GitlabDestination, event: string, payload: unknown, key?: string): Promise<number>
  /** Sends again under the same key until it is taken, as GitLab's own tries and Resend do. */
  deliverUntilTaken(to: GitlabDestination, event: string, payload: unknown, key?: string): Promise<void>
  stop(): Promise<void>
}

export type GitlabDestination = { url: string; secretToken: string }
export type DoubleNote = { id: number; iid: number; body: string; author: { id: number; username: string } }
/** `lost`: the request is done, and its answer never comes. */
export type GitlabFailure = 'rate_limit' | 'server_error' | 'forbidden' | 'lost'

/** GitLab waits ten seconds for an answer. */
const deliveryTimeoutMs = 10_000
const ownUser = { id: 77, username: 'project_15_bot_5b2f' }

type Given = { status: number; body: unknown; headers?: Record<string, string> }
type Asked = { method: string; rest: string[]; query: URLSearchParams; body: Record<string, unknown> }

/** https://docs.gitlab.com/user/gitlab_com/rate_limits/: of requests with a credential. */
const perMinute: Quota = { requests: 2_000, windowMs: 60_000 }

export type GitlabDoubleOptions = { project?: string; under?: string; quota?: Quota }

export async function createGitlabDouble({
  project = 'gitlabhq/gitlab-test',
  under = '',
  quota = perMinute,
}: GitlabDoubleOptions = {}): Promise<GitlabDouble> {
  const token = `glpat-${'t'.repeat(20)}`
  const notes: DoubleNote[] = []
  const commits = new Map<number, readonly string[]>()
  const requests: string[] = []
  const failures: GitlabFailure[] = []
  const count = countAgainst(quota)
  let lastNoteId = 300
  let tooMany = 0

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(`${request.method} ${pathname}`)
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    const { isOver, endsAtMs } = count()
    if (isOver) tooMany += 1
    const failure = isOver ? 'over_quota' : failures.shift()
    const given =
      failure && failure !== 'lost' ? failed(failure, isOver ? endsAtMs : Date.now()) : answer(request, pathname, searchParams, text)
    if (failure === 'lost') return void request.socket.destroy()
    const isText = typeof given.body === 'string'
    response.writeHead(given.status, { 'content-type': isText ? 'text/plain' : 'application/json', ...given.headers })
    response.end(isText ? given.body : JSON.stringify(given.body))
  }

  function failed(failure: Exclude<GitlabFailure, 'lost'> | 'over_quota', endsAtMs: number): Given {
    if (failure === 'server_error') return { status: 502, body: { message: '502 Bad Gateway' } }
    if (failure === 'forbidden') return { status: 403, body: { message: '403 Forbidden' } }
    const limits = {
      'ratelimit-limit': String(quota.requests),
      'ratelimit-remaining': '0',
      'ratelimit-observed': String(quota.requests + 1),
      'ratelimit-reset': String(Math.ceil(endsAtMs / 1000)),
    }
    return {
      status: 429,
      // The proxy in front of the API answers in plain text; the API itself, for one endpoint, in a format of its own.
      body:
        failure === 'over_quota'
          ? 'Retry later\n'
          : { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
      headers: { ...limits, 'retry-after': String(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))) },
    }
  }

  function answer(request: IncomingMessage, pathname: string, query: URLSearchParams, text: string): Given {
    if (!pathname.startsWith(`${under}/api/v4/`)) return { status: 404, body: { error: '404 Not Found' } }
    if (request.headers['private-token'] !== token) return { status: 401, body: { message: '401 Unauthorized' } }
    const [kind, id, ...rest] = pathname.slice(`${under}/api/v4/`.length).split('/').map(decodeURIComponent)
    if (kind === 'user') return { status: 200, body: { ...ownUser, name: 'Tandem', state: 'active', bot: true } }
    if (kind !== 'projects' || id?.toLowerCase() !== project.toLowerCase())
      return { status: 404, body: { message: '404 Project Not Found' } }
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
    return answerProject({ method: request.method ?? '', rest, query, body: isJson && text !== '' ? JSON.parse(text) : {} })
  }

  function answerProject(asked: Asked): Given {
    const {
      method,
      rest: [kind, number = '', what, noteId],
      query,
    } = asked
    const iid = Number(number)
    if (kind !== 'merge_requests') return { status: 404, body: { error: '404 Not Found' } }
    if (method === 'GET' && what === 'commits') return page((commits.get(iid) ?? []).map(commitOnWire), query)
    if (method === 'GET' && what === 'notes') return page(notes.filter((note) => note.iid === iid).map(noteOnWire), query)
    if (what !== 'notes') return { status: 404, body: { message: '404 Not found' } }
    if (typeof asked.body.body !== 'string' || asked.body.body === '')
      return { status: 400, body: { error: 'body is missing, body is empty' } }
    if (method === 'POST') return { status: 201, body: noteOnWire(addNote(ownUser, iid, asked.body.body)) }
    return method === 'PUT' ? changeNote(Number(noteId), asked.body.body) : { status: 405, body: { error: '405 Not Allowed' } }
  }

  function changeNote(id: number, body: string): Given {
    const note = notes.find((one) => one.id === id)
    if (!note) return { status: 404, body: { message: '404 Note Not Found' } }
    if (note.author.id !== ownUser.id) return { status: 403, body: { message: '403 Forbidden' } }
    note.body = body
    return { status: 200, body: noteOnWire(note) }
  }

  function addNote(author: DoubleNote['author'], iid: number, body: string): DoubleNote {
    const note = { id: ++lastNoteId, iid, body, author }
    notes.push(note)
    return note
  }

  async function deliver(
    { url, secretToken }: GitlabDestination,
    event: string,
    payload: unknown,
    key: string = randomUUID(),
  ): Promise<number> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitLab/18.5.0',
        'x-gitlab-instance': 'https://gitlab.example.com',
        'x-gitlab-event': event,
        'x-gitlab-token': secretToken,
        'x-gitlab-webhook-uuid': '02affd2d-2cba-4033-917d-ec22d5dc4b38',
        'x-gitlab-event-uuid': key,
        'idempotency-key': key,
      },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  const deliverUntilTaken = (to: GitlabDestination, event: string, payload: unknown, key: string = randomUUID()) =>
    untilTaken(() => deliver(to, event, payload, key))

  const { url, stop } = await listenOnLoopback((request, response) => void listen(request, response))
  return {
    url: url + under,
    stop,
    token,
    project,
    notes,
    requests,
    deliver,
    deliverUntilTaken,
    tooMany: () => tooMany,
    setCommits: (iid, messages) => void commits.set(iid, messages),
    answerNext: (...next) => void failures.push(...next),
    noteAs: (username, iid, body) => addNote({ id: 1, username }, iid, body),
  }
}

const commitOnWire = (message: string, at: number) => ({
  id: at.toString(16).padStart(40, '0'),
  short_id: at.toString(16).padStart(8, '0'),
  title: message.split('\n')[0],
  message,
  author_name: 'John Smith',
  created_at: '2023-11-07T15:57:31.000+00:00',
})

const noteOnWire = ({ id, iid, body, author }: DoubleNote) => ({
  id,
  body,
  author,
  system: false,
  noteable_iid: iid,
  noteable_type: 'MergeRequest',
  internal: false,
  created_at: '2023-11-07T15:57:31.000Z',
})

function page(all: unknown[], query: URLSearchParams): Given {
  const [perPage, at] = [Math.min(100, Number(query.get('per_page') ?? 20)), Number(query.get('page') ?? 1)]
  return {
    status: 200,
    body: all.slice((at - 1) * perPage, at * perPage),
    headers: { 'x-page': String(at), 'x-per-page': String(perPage) },
  }
}
