import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, untilTaken } from './loopback.ts'
import { countAgainst, type Quota } from './quota.ts'
import { createSlackApi, type DoubleMessage, type Given, no } from './slack-api.ts'
import type { DoubleBlock } from './slack-blocks.ts'
import { createInteractions, type SlackDoubleUser, type SlackRequest } from './slack-interactions.ts'
import { createResponseUrls } from './slack-response-urls.ts'
import { type Signing, send, signingSecret } from './slack-signed.ts'

/**
 * Slack as far as the plugin meets it, on loopback: its Web API with tokens, scopes, limits and error shapes, its response URLs, and its
 * signed requests. Shapes and rules after
 *   https://docs.slack.dev/apis/web-api/#responses ({ok: false, error}), https://docs.slack.dev/apis/web-api/rate-limits (429, Retry-After)
 *   https://docs.slack.dev/reference/methods/chat.postMessage, …/chat.update, …/chat.unfurl, …/chat.getPermalink, …/auth.test
 *   https://docs.slack.dev/reference/methods/conversations.history, …/conversations.replies (cursors, include_all_metadata)
 *   https://docs.slack.dev/interactivity/handling-user-interaction#message_responses (five answers, half an hour)
 *   https://docs.slack.dev/authentication/verifying-requests-from-slack (v0)
 *   https://docs.slack.dev/reference/interaction-payloads, https://docs.slack.dev/reference/events/link_shared
 */
export type SlackDouble = {
  /** The value for `SLACK_API_URL`. */
  apiUrl: string
  botToken: string
  signingSecret: string
  teamId: string
  messages: readonly DoubleMessage[]
  /** Ephemeral messages to one person, oldest first. */
  whispers: readonly { userId: string; text: string }[]
  unfurls: readonly Record<string, { blocks: DoubleBlock[] }>[]
  /** The methods of all requests to the API. */
  requests: readonly string[]
  /** The number of requests beyond the rate limit. */
  tooMany(): number
  /** Creates a channel, on request without the bot in it. */
  channel(id: string, options?: { hasBot?: boolean }): void
  /** A message that a person writes. */
  say(userId: string, channelId: string, text: string): DoubleMessage
  delete(message: DoubleMessage): void
  /** The next answers of the API, before it goes on as usual. */
  answerNext(...failures: SlackFailure[]): void
  /** Ends the requests that hang; answers how many there were. */
  hangUp(): number
  /** The scopes of the bot's token, from now on. */
  grant(scopes: readonly string[]): void
  command(user: SlackDoubleUser, channelId: string, text: string): SlackRequest
  press(user: SlackDoubleUser, message: DoubleMessage, label: string): SlackRequest
  messageShortcut(user: SlackDoubleUser, message: DoubleMessage, callbackId: string): SlackRequest
  linkShared(channelId: string, urls: readonly string[]): SlackRequest
  send(url: string, request: SlackRequest, as?: Signing): Promise<{ status: number; text: string; ms: number }>
  /** Sends again, as the same event with a new signature, until it is accepted. */
  sendUntilTaken(url: string, request: SlackRequest): Promise<void>
  stop(): Promise<void>
}

/** `lost`: the request is done, and its answer never comes. `hung`: nothing is done or answered until `hangUp`. */
export type SlackFailure = 'rate_limited' | 'server_error' | 'internal_error' | 'lost' | 'hung'

const allScopes = ['chat:write', 'commands', 'channels:history', 'groups:history', 'links:read', 'links:write']

/** `quota`: how often each method may be called; without one there is no limit, for Slack says of none how much of a burst it takes. */
export type SlackDoubleOptions = { teamId?: string; quota?: Quota }

export async function createSlackDouble({ teamId = 'T0001', quota }: SlackDoubleOptions = {}): Promise<SlackDouble> {
  const botToken = 'xoxb-1-double'
  const { messages, unfurls, channels, methods, add } = createSlackApi(teamId)
  const { whispers, respond, newPath } = createResponseUrls(teamId)
  const requests: string[] = []
  const failures: SlackFailure[] = []
  const hung: IncomingMessage[] = []
  const counts = new Map<string, ReturnType<typeof countAgainst>>()
  let tooMany = 0
  let scopes: readonly string[] = allScopes

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    if (pathname.startsWith('/commands/')) return reply(response, respond(pathname, text))
    const method = pathname.slice('/api/'.length)
    requests.push(method)
    const endsAtMs = fullUntil(method)
    if (endsAtMs !== null) return reply(response, limited(Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000))))
    const failure = failures.shift()
    if (failure === 'hung') return void hung.push(request)
    if (failure === 'rate_limited') return reply(response, limited(0))
    if (failure === 'server_error') return reply(response, { status: 503, body: 'upstream connect error' })
    const given =
      failure === 'internal_error' ? no('internal_error') : answer(method, request, Object.fromEntries(new URLSearchParams(text)))
    if (failure === 'lost') return void request.socket.destroy()
    reply(response, given)
  }

  const limited = (seconds: number): Given => ({
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    headers: { 'retry-after': String(seconds) },
  })

  /** Null while a method may be called. */
  function fullUntil(method: string): number | null {
    if (!quota) return null
    const count = counts.get(method) ?? countAgainst(quota)
    counts.set(method, count)
    const { isOver, endsAtMs } = count()
    if (!isOver) return null
    tooMany += 1
    return endsAtMs
  }

  function reply(response: ServerResponse, { status, body, headers }: Given): void {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(JSON.stringify(body))
  }

  function answer(method: string, request: IncomingMessage, given: Record<string, string>): Given {
    const known = methods[method]
    if (request.method !== 'POST' || !known) return no('unknown_method', { req_method: method })
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? given.token
    if (token === undefined) return no('not_authed')
    if (token !== botToken) return no('invalid_auth')
    if (known.scope !== null && !scopes.includes(known.scope)) return no('missing_scope', { needed: known.scope, provided: scopes.join() })
    return known.run(given)
  }

  const sendUntilTaken = (url: string, request: SlackRequest) => untilTaken(async () => (await send(url, request)).status)

  const { url: origin, stop } = await listenOnLoopback((request, response) => void listen(request, response))
  return {
    ...createInteractions(teamId, (userId) => `${origin}${newPath(userId)}`),
    stop,
    apiUrl: `${origin}/api/`,
    botToken,
    signingSecret,
    teamId,
    messages,
    whispers,
    unfurls,
    requests,
    send,
    sendUntilTaken,
    tooMany: () => tooMany,
    channel: (id, { hasBot = true } = {}) => void channels.set(id, { hasBot }),
    say: (userId, channel, text) => add({ channel, text, blocks: [], botId: null, userId, isBroadcast: false }),
    delete: (message) => void messages.splice(messages.indexOf(message), 1),
    answerNext: (...next) => void failures.push(...next),
    hangUp: () => hung.splice(0).map(({ socket }) => socket.destroy()).length,
    grant: (granted) => void (scopes = granted),
  }
}
