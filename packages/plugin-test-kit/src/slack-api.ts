import { blockProblem, type DoubleBlock } from './slack-blocks.ts'

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
export type Given = { status: number; body: unknown; headers?: Record<string, string> }
type Parameters = Record<string, string>

export const appId = 'A0001'
const botId = 'B0001'

export const no = (error: string, more: object = {}): Given => ({ status: 200, body: { ok: false, error, ...more } })
const ok = (body: object = {}): Given => ({ status: 200, body: { ok: true, ...body } })

/** The methods of the Web API, with the messages, channels and previews that they read and write. */
export function createSlackApi(teamId: string) {
  const messages: DoubleMessage[] = []
  const unfurls: Record<string, { blocks: DoubleBlock[] }>[] = []
  const channels = new Map<string, { hasBot: boolean }>()
  let lastTs = 1_700_000_000_000_000

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

  return { messages, unfurls, channels, methods, add }

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
    return ok({ channel, ts: message.ts, message: onWire(message, teamId, true) })
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
      messages: sorted.slice(from, from + limit).map((message) => onWire(message, teamId, given.include_all_metadata === 'true')),
      has_more: next !== '',
      response_metadata: { next_cursor: next },
    })
  }
}

/** A message as the API and the payloads of interactions show it. */
export function onWire(message: DoubleMessage, teamId: string, withMetadata: boolean) {
  const { ts, text, blocks, threadTs, metadata, botId: bot, userId } = message
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
