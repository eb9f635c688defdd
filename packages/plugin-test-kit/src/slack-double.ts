import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, untilTaken } from './loopback.ts'
import { countAgainst, type Quota } from './quota.ts'
import { blockProblem, type DoubleBlock } from './slack-blocks.ts'

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

export type SlackDoubleUser = { id: string; name: string }
export type SlackRequest = { contentType: string; body: string }
export type Signing = { secret?: string; atMs?: number; headers?: Record<string, string>; body?: string }
export type DoubleMessage = {
  ts: string
  channel: string
  text: string
  blocks: DoubleBlock[]
  threadTs?: string
  isBroadcast: boolean
  metadata?: unknown
  /** Null for a person's. */
  botId: string | null
  userId: string
  edits: number
}
/** `lost`: the request is done, and its answer never comes. `hung`: nothing is done or answered until `hangUp`. */
export type SlackFailure = 'rate_limited' | 'server_error' | 'internal_error' | 'lost' | 'hung'

/** Slack waits three seconds for an answer. */
const patienceMs = 3_000
const mostResponses = 5
const allScopes = ['chat:write', 'commands', 'channels:history', 'groups:history', 'links:read', 'links:write']

type Given = { status: number; body: unknown; headers?: Record<string, string> }
type Parameters = Record<string, string>

/** `quota`: how often each method may be called; without one there is no limit, for Slack says of none how much of a burst it takes. */
export type SlackDoubleOptions = { teamId?: string; quota?: Quota }

export async function createSlackDouble({ teamId = 'T0001', quota }: SlackDoubleOptions = {}): Promise<SlackDouble> {
  const [botToken, signingSecret, botId] = ['xoxb-1-double', '8f742231b10e8888abcd99yyyzzz85a5', 'B0001']
  const appId = 'A0001'
  const messages: DoubleMessage[] = []
  const whispers: { userId: string; text: string }[] = []
  const unfurls: Record<string, { blocks: DoubleBlock[] }>[] = []
  const requests: string[] = []
  const failures: SlackFailure[] = []
  const hung: IncomingMessage[] = []
  const channels = new Map<string, { hasBot: boolean }>()
  const responseUrls = new Map<string, { userId: string; used: number }>()
  const counts = new Map<string, ReturnType<typeof countAgainst>>()
  let tooMany = 0
  let scopes: readonly string[] = allScopes
  let lastTs = 1_700_000_000_000_000

  const ok = (body: object = {}): Given => ({ status: 200, body: { ok: true, ...body } })
  const no = (error: string, more: object = {}): Given => ({ status: 200, body: { ok: false, error, ...more } })

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

  const methods: Record<string, { scope: string | null; run: (given: Parameters) => Given }> = {
    'auth.test': {
      scope: null,
      run: () => ok({ url: 'https://acme.slack.com/', team: 'Acme', user: 'tandem', team_id: teamId, user_id: 'U0BOT', bot_id: botId }),
    },
    'chat.postMessage': { scope: 'chat:write', run: postMessage },
    'chat.update': { scope: 'chat:write', run: update },
    'chat.unfurl': { scope: 'links:write', run: unfurl },
    'chat.getPermalink': { scope: null, run: permalink },
    'conversations.history': {
      scope: 'channels:history',
      run: (given) => history(given, ({ threadTs, isBroadcast }) => threadTs === undefined || isBroadcast, -1),
    },
    'conversations.replies': {
      scope: 'channels:history',
      run: (given) => history(given, ({ ts, threadTs }) => (threadTs ?? ts) === given.ts, 1),
    },
  }

  function answer(method: string, request: IncomingMessage, given: Parameters): Given {
    const known = methods[method]
    if (request.method !== 'POST' || !known) return no('unknown_method', { req_method: method })
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? given.token
    if (token === undefined) return no('not_authed')
    if (token !== botToken) return no('invalid_auth')
    if (known.scope !== null && !scopes.includes(known.scope)) return no('missing_scope', { needed: known.scope, provided: scopes.join() })
    return known.run(given)
  }

  function problemWith({ channel = '', text = '', blocks }: Parameters): Given | null {
    const place = channels.get(channel)
    if (!place) return no('channel_not_found')
    if (!place.hasBot) return no('not_in_channel')
    if (text === '' && blocks === undefined) return no('no_text')
    if (text.length > 40_000) return no('msg_too_long')
    const problem = blockProblem(JSON.parse(blocks ?? '[]'))
    return problem === null ? null : no('invalid_blocks', { errors: [problem], response_metadata: { messages: [`[ERROR] ${problem}`] } })
  }

  function postMessage(given: Parameters): Given {
    const problem = problemWith(given)
    if (problem) return problem
    const { channel = '', thread_ts: threadTs } = given
    if (threadTs !== undefined && !messages.some(({ ts, channel: at }) => ts === threadTs && at === channel)) return no('thread_not_found')
    const message = add({
      channel,
      text: given.text ?? '',
      blocks: JSON.parse(given.blocks ?? '[]'),
      botId,
      userId: 'U0BOT',
      isBroadcast: given.reply_broadcast === 'true',
      ...(threadTs !== undefined && { threadTs }),
      ...(given.metadata !== undefined && { metadata: JSON.parse(given.metadata) }),
    })
    return ok({ channel, ts: message.ts, message: onWire(message, true) })
  }

  function add(message: Omit<DoubleMessage, 'ts' | 'edits'>): DoubleMessage {
    const made = { ...message, ts: ((lastTs += 100) / 1_000_000).toFixed(6), edits: 0 }
    messages.push(made)
    return made
  }

  function update(given: Parameters): Given {
    const message = messages.find(({ ts, channel }) => ts === given.ts && channel === given.channel)
    if (!channels.has(given.channel ?? '')) return no('channel_not_found')
    if (!message) return no('message_not_found')
    if (message.botId !== botId) return no('cant_update_message')
    const problem = problemWith(given)
    if (problem) return problem
    Object.assign(message, { text: given.text ?? '', blocks: JSON.parse(given.blocks ?? '[]'), edits: message.edits + 1 })
    return ok({ channel: message.channel, ts: message.ts, text: message.text })
  }

  function unfurl(given: Parameters): Given {
    const isPlaced =
      (given.channel !== undefined && given.ts !== undefined) || (given.unfurl_id !== undefined && given.source !== undefined)
    if (!isPlaced) return no('cannot_find_message')
    const cards: Record<string, { blocks: DoubleBlock[] }> = JSON.parse(given.unfurls ?? '{}')
    for (const { blocks } of Object.values(cards)) if (blockProblem(blocks) !== null) return no('cannot_parse_attachment')
    unfurls.push(cards)
    return ok()
  }

  function permalink({ channel, message_ts: ts }: Parameters): Given {
    if (!messages.some((one) => one.ts === ts && one.channel === channel)) return no('message_not_found')
    return ok({ channel, permalink: `https://acme.slack.com/archives/${channel}/p${ts?.replace('.', '')}` })
  }

  /** Newest first in a channel, oldest first in a thread, at most two hundred a page here. */
  function history(given: Parameters, holds: (message: DoubleMessage) => boolean, direction: 1 | -1): Given {
    if (!channels.has(given.channel ?? '')) return no('channel_not_found')
    const all = messages.filter((message) => message.channel === given.channel && holds(message))
    const sorted = all.toSorted((one, other) => direction * (Number(one.ts) - Number(other.ts)))
    const from = Number(given.cursor ?? 0)
    const limit = Math.min(200, Number(given.limit ?? 100))
    const next = from + limit < sorted.length ? String(from + limit) : ''
    return ok({
      messages: sorted.slice(from, from + limit).map((message) => onWire(message, given.include_all_metadata === 'true')),
      has_more: next !== '',
      response_metadata: { next_cursor: next },
    })
  }

  function onWire({ ts, text, blocks, threadTs, metadata, botId: bot, userId }: DoubleMessage, withMetadata: boolean) {
    const thread = threadTs === undefined ? {} : { thread_ts: threadTs }
    const mark = withMetadata && metadata !== undefined ? { metadata } : {}
    return {
      type: 'message',
      ts,
      text,
      blocks,
      user: userId,
      team: teamId,
      ...(bot !== null && { bot_id: bot, app_id: appId }),
      ...thread,
      ...mark,
    }
  }

  function respond(pathname: string, text: string): Given {
    const place = responseUrls.get(pathname)
    if (!place) return { status: 404, body: { ok: false, error: 'expired_url' } }
    if (++place.used > mostResponses) return { status: 404, body: { ok: false, error: 'used_url' } }
    const given = JSON.parse(text)
    if (given.response_type !== 'ephemeral') return { status: 400, body: { ok: false, error: 'invalid_response_type' } }
    if (blockProblem(given.blocks ?? []) !== null) return { status: 400, body: { ok: false, error: 'invalid_blocks' } }
    whispers.push({ userId: place.userId, text: given.text })
    return { status: 200, body: 'ok' }
  }

  function responseUrl(userId: string): string {
    const path = `/commands/${teamId}/${randomUUID()}`
    responseUrls.set(path, { userId, used: 0 })
    return `${origin}${path}`
  }

  let lastTrigger = 13_345_224_609
  const triggerId = (): string => `${++lastTrigger}.738474920.${randomUUID().replaceAll('-', '')}`
  const form = (fields: Record<string, string>): SlackRequest => ({
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  })
  const interaction = (type: string, { id, name }: SlackDoubleUser, channel: string, more: object): SlackRequest =>
    form({
      payload: JSON.stringify({
        type,
        team: { id: teamId, domain: 'acme' },
        user: { id, username: name, name, team_id: teamId },
        api_app_id: appId,
        token: 'legacy',
        trigger_id: triggerId(),
        enterprise: null,
        is_enterprise_install: false,
        channel: { id: channel, name: 'engine' },
        response_url: responseUrl(id),
        ...more,
      }),
    })

  async function send(
    url: string,
    request: SlackRequest,
    { secret = signingSecret, atMs = Date.now(), headers, body = request.body }: Signing = {},
  ) {
    const timestamp = String(Math.floor(atMs / 1000))
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${request.body}`).digest('hex')}`
    const signed = headers ?? { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature }
    const startedAt = performance.now()
    const answered = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': request.contentType, 'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)', ...signed },
      body,
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: answered.status, text: await answered.text(), ms: performance.now() - startedAt }
  }

  const sendUntilTaken = (url: string, request: SlackRequest) => untilTaken(async () => (await send(url, request)).status)

  const { url: origin, stop } = await listenOnLoopback((request, response) => void listen(request, response))
  return {
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
    command: ({ id, name }, channel, text) =>
      form({
        token: 'legacy',
        team_id: teamId,
        team_domain: 'acme',
        channel_id: channel,
        channel_name: 'engine',
        user_id: id,
        user_name: name,
        command: '/tandem',
        text,
        api_app_id: appId,
        is_enterprise_install: 'false',
        response_url: responseUrl(id),
        trigger_id: triggerId(),
      }),
    press: (user, message, label) =>
      interaction('block_actions', user, message.channel, {
        container: { type: 'message', message_ts: message.ts, channel_id: message.channel, is_ephemeral: false },
        message: onWire(message, false),
        actions: [{ ...buttonOf(message, label), type: 'button', action_ts: message.ts }],
        state: { values: {} },
      }),
    messageShortcut: (user, message, callbackId) =>
      interaction('message_action', user, message.channel, {
        callback_id: callbackId,
        action_ts: message.ts,
        message_ts: message.ts,
        message: onWire(message, false),
      }),
    linkShared: (channel, urls) => ({
      contentType: 'application/json',
      body: JSON.stringify({
        token: 'legacy',
        team_id: teamId,
        api_app_id: appId,
        type: 'event_callback',
        event_id: `Ev${randomUUID()}`,
        event_time: 1_700_000_000,
        event: {
          type: 'link_shared',
          channel,
          is_bot_user_member: true,
          user: 'U0ADA',
          message_ts: '1700000000.000100',
          event_ts: '1',
          unfurl_id: `C1.${randomUUID()}`,
          source: 'conversations_history',
          links: urls.map((url) => ({ domain: new URL(url).hostname, url })),
        },
      }),
    }),
  }
}

function buttonOf(message: DoubleMessage, label: string): object {
  for (const block of message.blocks) {
    const button = block.elements?.find((element) => element.type === 'button' && element.text?.text === label)
    if (button) return { action_id: button.action_id, block_id: block.block_id, text: button.text, value: button.value }
  }
  throw new Error(`there is no button ${label} on ${message.text}`)
}
