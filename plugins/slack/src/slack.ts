import { ErrorCode, LogLevel, WebClient } from '@slack/web-api'
import { RetryLater } from '@tandem/plugin-kit'
import { z } from 'zod'

/** The few things that the plugin asks of Slack, each as its bot. https://docs.slack.dev/reference/methods */
export type Slack = {
  /** The workspace whose token it is, and its organisation's. Asked once. */
  teams(): Promise<string[]>
  /** Returns the message's `ts`, which is its id in the channel. */
  post(at: Place, message: Message, mark: Mark): Promise<string>
  /** False when the message is no longer there. */
  update(channelId: string, ts: string, message: Message, mark: Mark): Promise<boolean>
  /** The message that this plugin left with that mark, among the latest thousand of the channel or the thread. */
  find(at: Place, mark: Mark): Promise<string | null>
  unfurl(of: Unfurl, cards: Record<string, Message>): Promise<void>
  permalink(channelId: string, ts: string): Promise<string | null>
}

export type Place = { channelId: string; threadTs?: string }
export type Block = Record<string, unknown> & { type: string }
/** `text` is what a notification and a screen reader get. */
export type Message = { text: string; blocks: Block[]; isBroadcast?: boolean }
export type Mark = { integrationId: string; key: string }
export type Unfurl = { channelId: string; messageTs: string; unfurlId: string | null; source: string | null }

/** Slack refuses permanently: the request is given up. */
export class SlackRefusal extends Error {
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(`Slack answered ${reason}.`, { cause })
    this.name = 'SlackRefusal'
    this.reason = reason
  }
}

const longestAnswerMs = 15_000
const metadataType = 'tandem_message'
const pagesToSearch = 5

/** Silenced because the library would log requests with their content. */
const silent = { debug() {}, info() {}, warn() {}, error() {}, setLevel() {}, getLevel: () => LogLevel.ERROR, setName() {} }

const found = z.object({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      metadata: z
        .looseObject({ event_type: z.string().optional(), event_payload: z.record(z.string(), z.unknown()).optional() })
        .optional(),
    }),
  ),
  has_more: z.boolean().optional(),
  response_metadata: z.looseObject({ next_cursor: z.string().optional() }).optional(),
})

export function createSlack(token: string, apiUrl: string): Slack {
  const client = new WebClient(token, {
    slackApiUrl: apiUrl,
    allowAbsoluteUrls: false,
    timeout: longestAnswerMs,
    logger: silent,
    // The inbox tries again, and outlives this process.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  })
  const ask = (method: string, parameters: Record<string, unknown> = {}) => answered(() => client.apiCall(method, parameters))

  let asked: Promise<string[]> | undefined
  function teams(): Promise<string[]> {
    asked ??= ask('auth.test').then((answer) => {
      const { team_id, enterprise_id } = z.looseObject({ team_id: z.string(), enterprise_id: z.string().nullish() }).parse(answer)
      return [team_id, ...(enterprise_id ? [enterprise_id] : [])]
    })
    asked.catch(() => {
      asked = undefined
    })
    return asked
  }

  const written = ({ text, blocks }: Message, { integrationId, key }: Mark) => ({
    text,
    blocks,
    unfurl_links: false,
    unfurl_media: false,
    metadata: { event_type: metadataType, event_payload: { integration: integrationId, key } },
  })

  return {
    teams,
    async post({ channelId, threadTs }, message, mark) {
      const inThread = threadTs !== undefined && { thread_ts: threadTs, reply_broadcast: message.isBroadcast === true }
      const made = await ask('chat.postMessage', { channel: channelId, ...written(message, mark), ...inThread })
      return z.looseObject({ ts: z.string() }).parse(made).ts
    },
    async update(channelId, ts, message, mark) {
      try {
        await ask('chat.update', { channel: channelId, ts, ...written(message, mark) })
        return true
      } catch (failure) {
        if (failure instanceof SlackRefusal && failure.reason === 'message_not_found') return false
        throw failure
      }
    },
    async find({ channelId, threadTs }, { integrationId, key }) {
      const method = threadTs === undefined ? 'conversations.history' : 'conversations.replies'
      let cursor: string | undefined
      for (let page = 0; page < pagesToSearch; page++) {
        const parameters = { channel: channelId, ts: threadTs, limit: 200, include_all_metadata: true, cursor }
        const { messages, response_metadata } = found.parse(await ask(method, parameters))
        const own = messages.find(({ metadata }) => {
          const payload = metadata?.event_payload
          return metadata?.event_type === metadataType && payload?.integration === integrationId && payload.key === key
        })
        if (own) return own.ts
        cursor = response_metadata?.next_cursor
        if (!cursor) return null
      }
      return null
    },
    async unfurl({ channelId, messageTs, unfurlId, source }, cards) {
      const unfurls = Object.fromEntries(Object.entries(cards).map(([url, { blocks }]) => [url, { blocks }]))
      const place = unfurlId !== null && source !== null ? { unfurl_id: unfurlId, source } : { channel: channelId, ts: messageTs }
      await ask('chat.unfurl', { ...place, unfurls: JSON.stringify(unfurls) })
    },
    async permalink(channelId, ts) {
      try {
        const answer = await ask('chat.getPermalink', { channel: channelId, message_ts: ts })
        return z.looseObject({ permalink: z.string() }).parse(answer).permalink
      } catch (failure) {
        if (failure instanceof SlackRefusal) return null
        throw failure
      }
    },
  }
}

/** Errors that pass by themselves, or once someone has put the token right. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const passing: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_expired',
  'token_revoked',
])

const failed = z.object({
  code: z.enum(ErrorCode),
  retryAfter: z.number().optional(),
  statusCode: z.number().optional(),
  data: z.looseObject({ error: z.string() }).optional(),
})

/** Throws RetryLater for temporary failures, SlackRefusal for permanent ones. https://docs.slack.dev/apis/web-api/rate-limits */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const { code, retryAfter, data } = failed.safeParse(cause).data ?? {}
    if (code === ErrorCode.RateLimitedError)
      throw new RetryLater('Slack rate limit reached; retrying.', { delayMs: (retryAfter ?? 1) * 1000 })
    if (code === ErrorCode.PlatformError && data && !passing.has(data.error)) throw new SlackRefusal(data.error, cause)
    throw new RetryLater(data ? `Slack answered ${data.error}.` : 'Slack could not be reached.', { cause })
  }
}
