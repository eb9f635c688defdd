import type { Lease, Session } from '@tandem/contract'
import type { ToolName } from '@tandem/contract/mcp'
import type { Call } from './understand.ts'

/** The next call for an agent, complete with its parameters. Specification: beyond §2. */
export type NextCall = { tool: ToolName; method: string; params: Record<string, unknown> }

const waitSeconds = 25

type Data = Record<string, unknown>
type Line = Pick<Session, 'sessionId' | 'cardKey' | 'state'>
type OverBudget = Partial<Pick<Session, 'budgetExceededAt' | 'question'>>

/** Said by `tool.method`; nothing where it is the agent's to think. `my_work` says it of each session itself. */
const said: Record<string, (data: Data, params: Call['params']) => NextCall | null> = {
  'my_work.claim_next': ({ card, session, lease }, params) =>
    card === null ? afterNothing(params) : afterClaim({ ...(session as Line), cardKey: (card as { key: string }).key }, lease as Lease),
  'session_write.open': (data) => {
    if (data.otherAgents !== undefined) return null
    return isHeld(data) ? claimAgain({}) : claim((data as Line).sessionId)
  },
  // The answer to an act leaves the lease out; an agent whose session has one sent its generation.
  'session_write.update': ({ session }, { generation }) => afterUpdate(session as Line & OverBudget, generation as number | undefined),
  // With onlyIfNew nothing may have been asked: the agent reads `similar`.
  'session_write.ask_human': ({ event, session }, { generation }) =>
    event === null
      ? null
      : waitForAnswer(session as Line, { since: (event as { id: string }).id, generation: generation as number | undefined }),
}

export function nextCall({ tool, method, params, detailed }: Call, data: Data): { next?: NextCall } {
  const next = detailed ? null : said[`${tool}.${method}`]?.(data, params)
  return next ? { next } : {}
}

/** No answer yet: the same call again. */
export const pollAgain = (params: Record<string, unknown>): { next: NextCall } => ({
  next: { tool: 'session_read', method: 'poll_events', params: { ...params, waitSeconds } },
})

/** Lists the work that waits for the agent, each with its next call. */
export const lookAtWork: NextCall = { tool: 'my_work', method: 'get', params: {} }

/** A claim sees ready cards alone. After a wait `my_work` says what else came meanwhile, such as a stop or an answer. */
const afterNothing = (params: Call['params']): NextCall => (params.waitSeconds === undefined ? claimAgain(params) : lookAtWork)

/** Waits for the next ready card, in the same place as the call before. */
export const claimAgain = ({ boardId, listId }: Record<string, unknown>): NextCall => ({
  tool: 'my_work',
  method: 'claim_next',
  params: { ...(boardId !== undefined && { boardId }), ...(listId !== undefined && { listId }), waitSeconds },
})

type Held = Pick<Session, 'waitingFor' | 'waitingForHidden'>

/** Whether the session waits for the cards that block its own: what would begin it is refused. */
export const isHeld = ({ waitingFor = [], waitingForHidden = 0 }: Partial<Held>): boolean => waitingFor.length > 0 || waitingForHidden > 0

type Stage = Pick<Session, 'id' | 'state' | 'stopRequestedAt' | 'failureReason'> & Held & OverBudget & Partial<Pick<Session, 'lease'>>

/**
 * The next call of an agent for its newest session of a card. Null when a person or the agent itself has ended the session: only people
 * decide to try again.
 */
export function nextOfSession({ cardKey, session }: { cardKey: string; session: Stage | null }): NextCall | null {
  if (!session) return open(cardKey)
  const { id, state, stopRequestedAt, failureReason, question, budgetExceededAt } = session
  if (state === 'error') return stopRequestedAt === null && failureReason === 'timeout' ? open(cardKey) : null
  if (state === 'done') return null
  const generation = session.lease?.generation
  if (stopRequestedAt !== null) return endStopped(id, generation)
  if (state === 'awaiting_input') return waitForAnswer({ sessionId: id }, { since: question?.eventId, generation })
  if (state === 'queued') return claim(id)
  return budgetExceededAt ? finish(id, generation) : readCard(cardKey)
}

/** A budget that was used up before is asked about before the agent does anything. */
function afterClaim({ sessionId, cardKey, state }: Line, { generation }: Lease): NextCall {
  return state === 'awaiting_input' ? waitForAnswer({ sessionId }, { generation }) : readCard(cardKey)
}

/** A report of usage may have used up the budget, or come after the end. */
function afterUpdate({ sessionId, cardKey, state, question, budgetExceededAt }: Line & OverBudget, generation?: number): NextCall | null {
  if (state === 'done' || state === 'error') return null
  if (state === 'awaiting_input') return waitForAnswer({ sessionId }, { since: question?.eventId, generation })
  return budgetExceededAt ? finish(sessionId, generation) : readCard(cardKey)
}

/** Whether a call begins work, or leads to the call that does. */
export const startsWork = ({ tool, method }: NextCall): boolean =>
  (tool === 'session_write' && method === 'open') || (tool === 'my_work' && method === 'claim_next')

/** Whether a call only waits, for an answer or for work. */
export const waits = ({ params }: NextCall): boolean => params.waitSeconds !== undefined

const open = (cardId: string): NextCall => ({ tool: 'session_write', method: 'open', params: { cardId } })

/** Of several processes one gets the session, under a lease. */
const claim = (sessionId: string): NextCall => ({ tool: 'my_work', method: 'claim_next', params: { sessionId } })

const endStopped = (sessionId: string, generation?: number): NextCall => ({
  tool: 'session_write',
  method: 'fail',
  params: { sessionId, reason: 'A person asked me to stop.', ...(generation !== undefined && { generation }) },
})

/** `my_work` shows a card whose session is done only while it blocks another one. */
export const completeCard = (cardId: string): NextCall => ({ tool: 'card_write', method: 'update', params: { cardId, completed: true } })
/** A person has answered that the agent is to finish on a used-up budget. The agent completes with its own summary. */
const finish = (sessionId: string, generation?: number): NextCall => ({
  tool: 'session_write',
  method: 'complete',
  params: {
    sessionId,
    summary: 'The budget is used up. The card and the log of this session show what was done.',
    ...(generation !== undefined && { generation }),
  },
})

export const readCard = (cardId: string): NextCall => ({ tool: 'card_read', method: 'get', params: { cardId } })

/** A wait needs no generation; the call after it does. */
type Wait = { since?: string | undefined; generation?: number | undefined }

function waitForAnswer({ sessionId }: Pick<Line, 'sessionId'>, { since, generation }: Wait): NextCall {
  const params = { sessionId, ...(since !== undefined && { since }), waitSeconds, ...(generation !== undefined && { generation }) }
  return { tool: 'session_read', method: 'poll_events', params }
}
