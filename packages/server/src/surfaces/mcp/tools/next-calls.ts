import type { ToolName } from '@tandem/contract/mcp'
import type { Call } from './understand.ts'

/** What an agent would do next, as a call that it can make as it stands. */
export type NextCall = { tool: ToolName; method: string; params: Record<string, unknown> }

const waitSeconds = 25

type SessionLine = { sessionId: string; cardKey: string; state: string }
type WorkLine = { key: string; session?: { sessionId: string; state: string } }
type Data = Record<string, unknown>

/** Said by `tool.method`; nothing where it is the agent's to think. */
const said: Record<string, (data: Data) => NextCall | null> = {
  'my_work.get': ({ delegated_to_me, sessions_awaiting_me }) => {
    const [question] = (sessions_awaiting_me ?? []) as SessionLine[]
    const [card] = (delegated_to_me ?? []) as WorkLine[]
    if (card) return forDelegated(card)
    return question ? { tool: 'session_read', method: 'get', params: { sessionId: question.sessionId } } : null
  },
  'session_write.open': (data) => takeUp(data as SessionLine),
  'session_write.update': ({ session }) => readCard((session as SessionLine).cardKey),
  'session_write.ask_human': ({ event, session }) => waitForAnswer((session as SessionLine).sessionId, (event as { id: string }).id),
}

export function nextCall({ tool, method, detailed }: Call, data: Data): { next?: NextCall } {
  const next = detailed ? null : said[`${tool}.${method}`]?.(data)
  return next ? { next } : {}
}

/** No answer yet: the same call again. */
export const pollAgain = (params: Record<string, unknown>): { next: NextCall } => ({
  next: { tool: 'session_read', method: 'poll_events', params: { ...params, waitSeconds } },
})

function forDelegated({ key, session }: WorkLine): NextCall {
  if (!session || session.state === 'error' || session.state === 'done')
    return { tool: 'session_write', method: 'open', params: { cardId: key } }
  if (session.state === 'awaiting_input') return waitForAnswer(session.sessionId)
  return session.state === 'queued' ? takeUp({ ...session, cardKey: key }) : readCard(key)
}

const takeUp = ({ sessionId }: SessionLine): NextCall => ({
  tool: 'session_write',
  method: 'update',
  params: { sessionId, state: 'working' },
})
const readCard = (cardId: string): NextCall => ({ tool: 'card_read', method: 'get', params: { cardId } })

function waitForAnswer(sessionId: string, since?: string): NextCall {
  return { tool: 'session_read', method: 'poll_events', params: { sessionId, ...(since !== undefined && { since }), waitSeconds } }
}
