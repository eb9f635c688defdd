import { type Budget, fieldRefusal, refusal, type Session } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { type SessionRow, sessions } from '../../db/tables/agents/sessions.ts'
import { type CardFaceRow, cards } from '../../db/tables/cards/cards.ts'
import { insertInto, update } from '../../db/writes.ts'
import { uuidV7 } from '../../kernel/common/ids.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { commonPayload, insertEvent, onWire } from './advance.ts'
import { requireGiver } from './budget/budget.ts'
import { contextFor, type SessionContext } from './context.ts'
import { holdsFor, holdsNone, holdsOf } from './holds/hold.ts'
import { headOfChain, headOfOwnWork, requireStartable, requireStillMayStart } from './may-invoke.ts'

/** Opens sessions: for a delegation, a mention, or on request. Specification: service §3, decisions §4. */
export type Opening = {
  id?: string
  agentActorId: string
  trigger: SessionRow['trigger']
  ofDelegation: boolean
  /** The person at the head of the chain. */
  onBehalfOf: string | null
  /** The person who asked for the work, if it is another one. */
  requestedBy?: string | null
  /** A summary of the work. */
  summary: string | null
  /** Absent = the default of the agent; null = none, for a caller that has read it already. */
  budget?: Budget | null | undefined
  /** The context, if the caller has read it already. */
  context?: SessionContext
  /** The caller writes on the card which session is its latest. */
  isShownByCaller?: true
}

const findLive = sql<SessionRow>('select * from sessions where card_id = $1 and board_id = $2 and agent_actor_id = $3 and ended_at is null')
const columns = [
  'boardId',
  'id',
  'cardId',
  'agentActorId',
  'initiatorActorId',
  'state',
  'trigger',
  'ofDelegation',
  'onBehalfOf',
  'requestedBy',
  'budget',
  'budgetGrant',
  'lastEventId',
  'lastEventAt',
  'createdAt',
  'updatedAt',
] as const
const insertSession = insertInto(sessions, columns)
const insertAtWork = insertInto(sessions, [...columns, 'workingSince', 'budgetDueAt', 'leaseGeneration', 'leaseSeconds', 'leaseExpiresAt'])
const defaultBudget = sql<{ budget: Budget | null }>('select budget from actors where id = $1')
const showOnCard = update(cards, { key: ['boardId', 'id'], set: ['latestSessionId'] })

export const defaultBudgetOf = async (reader: Reader, agentActorId: string): Promise<Budget | null> =>
  (await reader.row(defaultBudget, [agentActorId]))?.budget ?? null

export const liveSessionOf = (tx: Mutation<never>, cardId: string, agentActorId: string): Promise<SessionRow | undefined> =>
  tx.row(findLive, [cardId, tx.board.id, agentActorId])

export const openOnRequest: HandlerOf<'session.open'> = async (tx, input) => {
  const { principal, target: card } = tx
  requireGiver(tx, input.budget)
  const agentActorId = input.agentActorId ?? (principal.kind === 'agent' ? principal.actorId : undefined)
  if (agentActorId === undefined) throw fieldRefusal('agentActorId', 'agentRequired')
  if (principal.kind === 'agent' && agentActorId !== principal.actorId) {
    throw refusal('sessionOfOther')
  }
  const onBehalfOf = principal.kind === 'agent' ? await headOfOwnWork(tx, card) : await headOfChain(tx, card.id)
  if (principal.kind === 'human') await requireStartable(tx, agentActorId, onBehalfOf)
  else await requireStillMayStart(tx, agentActorId, onBehalfOf)
  await refuseSecond(tx, card, agentActorId)
  const session = await openSession(tx, card, {
    agentActorId,
    trigger: { type: 'api' },
    ofDelegation: false,
    onBehalfOf,
    summary: input.summary ?? null,
    budget: input.budget,
  })
  return shown(tx, session, card)
}

/** Reads what the session waits for only if its card is blocked. */
export async function shown(tx: Mutation<never>, session: SessionRow, card: CardFaceRow): Promise<Session> {
  return onWire(tx, { session, card, holdOf: card.blocked ? await holdsOf(tx, [session]) : holdsNone })
}

async function refuseSecond(tx: Mutation<never>, card: CardFaceRow, agentActorId: string): Promise<void> {
  const live = await liveSessionOf(tx, card.id, agentActorId)
  if (!live) return
  throw refusal('agentBusy', {}, { details: { sessionId: live.id } })
}

/** The caller has made sure that the agent holds no live session on the card. */
export async function openSession(tx: Mutation<'agent_session.created'>, card: CardFaceRow, opening: Opening): Promise<SessionRow> {
  const { session, write } = await prepareSession(tx, card, opening)
  tx.send(insertSession(session))
  write()
  return session
}

/**
 * Opens a session that begins in the same act: `insert` takes it in the state working. Its row is written once: written as queued and then
 * updated, it would cost each index of the table twice, and leave a dead entry where the next claim looks for queued sessions.
 */
export async function openAtWork(tx: Mutation<'agent_session.created'>, card: CardFaceRow, opening: Opening) {
  const { session, write } = await prepareSession(tx, card, opening)
  const insert = (atWork: SessionRow): void => {
    tx.send(insertAtWork(atWork))
    write()
  }
  return { session, insert }
}

/** `write` does all but insert the row, which comes first. */
async function prepareSession(tx: Mutation<'agent_session.created'>, card: CardFaceRow, opening: Opening) {
  const [context, budget, holdOf] = await Promise.all([
    opening.context ?? contextFor(tx, card, opening.summary),
    opening.budget === undefined ? defaultBudgetOf(tx, opening.agentActorId) : opening.budget,
    card.blocked ? holdsFor(tx, readersOfLog(tx, opening), [{ cardId: card.id, state: 'queued', startRequestedAt: null }]) : holdsNone,
  ])
  const session = newSession(tx, card, { ...opening, budget })
  const { boardId, id, lastEventId, createdAt } = session
  const write = (): void => {
    tx.send(insertEvent({ boardId, sessionId: id, id: lastEventId, kind: 'state_change', body: { from: null, to: 'queued' }, createdAt }))
    if (!opening.isShownByCaller) tx.send(showOnCard({ boardId, id: card.id, latestSessionId: id }))
    tx.record(
      'agent_session.created',
      { ...commonPayload(tx, session, card), trigger: session.trigger, context, ...holdOf(session) },
      { cardId: card.id, agentActorId: session.agentActorId, sessionId: session.id },
    )
  }
  return { session, write }
}

/** A reader of the board's log, who sees cards of this board only. */
const readersOfLog = (tx: Mutation<never>, { agentActorId: actorId }: Opening) => ({ actorId, leash: [tx.board.id], readsCards: true })

function newSession(tx: Mutation<never>, card: CardFaceRow, opening: Opening): SessionRow {
  return {
    boardId: tx.board.id,
    id: opening.id ?? tx.newId(),
    cardId: card.id,
    agentActorId: opening.agentActorId,
    initiatorActorId: tx.principal.actorId,
    state: 'queued',
    trigger: { ...opening.trigger, ...(opening.summary !== null && { summary: opening.summary }) },
    ofDelegation: opening.ofDelegation,
    statusText: null,
    summary: null,
    failureReason: null,
    question: null,
    questionTier: null,
    questionRoutedAt: null,
    questionDueAt: null,
    questionClimbAt: null,
    plan: null,
    externalUrl: null,
    usage: null,
    budget: opening.budget ?? null,
    budgetGrant: opening.budget ?? null,
    budgetWarnedAt: null,
    budgetExceededAt: null,
    budgetDueAt: null,
    workedMs: 0,
    workingSince: null,
    stopRequestedAt: null,
    stopRequestedBy: null,
    startRequestedAt: null,
    startRequestedBy: null,
    undoId: null,
    redoId: null,
    undoneAt: null,
    undoneBy: null,
    lastAnswer: null,
    newsCursor: null,
    newsStart: null,
    leaseGeneration: null,
    leaseSeconds: null,
    leaseExpiresAt: null,
    endedAt: null,
    onBehalfOf: opening.onBehalfOf,
    requestedBy: opening.requestedBy ?? null,
    lastEventId: uuidV7(Date.parse(tx.now)),
    lastEventAt: tx.now,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
}
