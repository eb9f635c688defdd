import { type News, type ParsedInputOf, refusal } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../../db/tables/cards/cards.ts'
import { notFound } from '../../../kernel/access.ts'
import type { TargetMutation } from '../../../kernel/mutation.ts'
import { cardSummaryOf } from '../../cards/summary.ts'
import { readSummaryRow } from '../../summary-rows.ts'
import { advance, type OnCard, onCard, onWire, requireState } from '../advance.ts'
import { limitsOf, requireWithinLimits } from '../begin.ts'
import { afterAct, type BudgetVerb } from '../budget/budget.ts'
import { isUsedUp } from '../budget/figures.ts'
import { contextFor, contextOn } from '../context.ts'
import { delegateTo } from '../delegation.ts'
import { requireMayBegin, requireStartable } from '../may-invoke.ts'
import { keepPlace, newsOf, startsOf } from '../news.ts'
import { defaultBudgetOf, openAtWork } from '../open.ts'
import { firstGeneration, leaseFrom } from './lease.ts'
import { requireOpen } from './open-card.ts'

/** Takes a queued session of the agent, or a card of a queue. Specification: beyond §3. */
export type Tx = TargetMutation<'card.delegated' | 'agent_session.created' | BudgetVerb, 'board'>
type Input = ParsedInputOf<'work.claim'>

const noNews: News = { items: [], cursor: null }

export const readSession = sql<SessionRow>('select * from sessions where board_id = $1 and id = $2')

/**
 * Throws not_found, the refusals of a report of the start (taken, held, paused, beyond a cap or a budget), and conflict when the card is
 * not open.
 */
export async function takeNamed(tx: Tx, sessionId: string, input: Input) {
  const session = await tx.row(readSession, [tx.board.id, sessionId])
  if (!session || session.agentActorId !== tx.principal.actorId) throw notFound('session')
  const [at, limits] = await Promise.all([onCard(tx, session), limitsOf(tx, session)])
  requireState(tx, at, 'claim')
  if (session.stopRequestedAt !== null) throw refusal('stopRequested', {}, { details: { session: onWire(tx, at) } })
  requireOpen(tx, at)
  await requireMayBegin(tx, session, at.card)
  requireWithinLimits(tx, at, limits)
  return takeQueued(tx, at, input)
}

/** The answer includes the acts of others on the session and its card since it was opened, or since the lease before. */
export async function takeQueued(tx: Tx, { card, session }: Pick<OnCard, 'card' | 'session'>, { leaseSeconds, newsCursor }: Input) {
  const starts = await startsOf(tx, [session], newsCursor)
  const news = await newsOf(tx, [session], starts)
  const taken = await take(tx, { card, session, leaseSeconds, news })
  keepPlace(tx, session, { starts, news, changesState: true })
  return taken
}

type Queued = { cardId: string; onBehalfOf: string | null }

/** For the person who last set the queue. Throws where the agent may not start for them. */
export async function takeFromQueue(tx: Tx, { cardId, onBehalfOf }: Queued, input: Input) {
  const agentActorId = tx.principal.actorId
  const [card, , context, budget] = await Promise.all([
    tx.row(readSummaryRow, [tx.board.id, cardId]),
    requireStartable(tx, agentActorId, onBehalfOf),
    contextOn(tx, { boardId: tx.board.id, id: cardId }),
    defaultBudgetOf(tx, agentActorId),
  ])
  if (!card) throw notFound('card')
  const id = tx.newId()
  const whole = context(card, null)
  const { delegatedByActorId: delegatedBy, delegatedAt } = delegateTo(tx, card, { agentActorId, sessionId: id, opens: true })
  const trigger = { type: 'delegation' as const }
  const opening = {
    id,
    agentActorId,
    trigger,
    ofDelegation: true,
    onBehalfOf,
    summary: null,
    budget,
    context: whole,
    isShownByCaller: true as const,
  }
  const { session, insert } = await openAtWork(tx, card, opening)
  const delegated = { ...card, delegateActorId: agentActorId, delegatedBy, delegatedAt, version: card.version + 1, updatedAt: tx.now }
  return take(tx, { card: delegated, session, insert, leaseSeconds: input.leaseSeconds, context: whole })
}

type Taking = {
  card: CardFaceRow
  session: SessionRow
  leaseSeconds: number
  /** Absent of a session that the claim itself opens: nothing has happened in it. */
  news?: News
  insert?: (session: SessionRow) => void
  context?: Awaited<ReturnType<typeof contextFor>>
}

async function take(tx: Tx, { card, session, leaseSeconds, news = noNews, insert, ...of }: Taking) {
  const context = of.context ?? (await contextOf(tx, card, session))
  const leaseGeneration = session.leaseGeneration ?? firstGeneration
  const { session: taken } = advance(tx, { session, card }, 'claim', {
    ...(insert && { insert }),
    columns: () => ({ leaseGeneration, leaseSeconds }),
    body: ({ from, to }) => ({ from, to, generation: leaseGeneration }),
    payload: (after) => ({ statusText: after.session.statusText, plan: after.session.plan }),
  })
  // Its lease expired after it had used up its budget: people are asked before the agent does anything.
  const asked = isUsedUp(session, tx.now) ? await afterAct(tx, { session, card }) : null
  const { state: sessionState } = asked ?? taken
  const lease = { generation: leaseGeneration, expiresAt: asked ? null : leaseFrom(tx.now, leaseSeconds) }
  const face = { ...card, latestSessionId: session.id, sessionState, sessionStatusText: session.statusText }
  const times = { sessionLastEventAt: tx.now, sessionStopRequestedAt: session.stopRequestedAt, sessionLeaseExpiresAt: lease.expiresAt }
  const atWork = { ...face, ...times, sessionFailureReason: null }
  const { staleAfterMs } = tx.policy
  const summary = cardSummaryOf(atWork, { keyPrefix: tx.board.keyPrefix, now: tx.now, staleAfterMs })
  return { card: { ...summary, boardId: tx.board.id, boardName: tx.board.name }, session: asked ?? taken, lease, context, news }
}

const summaryGiven = sql<{ summary: string | null }>(`select payload->'context'->>'summary' as summary from activities
  where board_id = $1 and card_id = $2 and verb = 'agent_session.created' and payload->>'sessionId' = $3 order by id desc limit 1`)

/** The summary that a person gave when opening the session is stored in the log only. */
async function contextOf(tx: Tx, card: CardFaceRow, session: SessionRow) {
  const given = await tx.row(summaryGiven, [tx.board.id, card.id, session.id])
  return contextFor(tx, card, given?.summary ?? null)
}
