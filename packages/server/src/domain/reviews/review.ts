import { fieldRefusal, refusal, type TandemError, type Verdict } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import { cardRecordOf } from '../cards/summary.ts'
import { updateCard } from '../cards/update.ts'
import { findAgent, whyNot } from '../sessions/may-invoke.ts'
import { liveSessionOf, openSession, shown } from '../sessions/open.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { requestersOf, requireReviewer } from './acceptance.ts'
import { writeReview } from './request.ts'

/** A person accepts the work of an agent on a card, or sends it back; the first of several wins. Specification: beyond §8. */
type Tx = Parameters<HandlerOf<'card.review'>>[0]
type Review = NonNullable<CardFaceRow['review']>

const readSession = sql<SessionRow>('select * from sessions where board_id = $1 and id = $2')
/** The latest verdict on the card, completion or reopening of it. */
const latestEnd = sql<{ verb: string; verdict: Verdict | null; completedAt: string | null; name: string }>(`select a.verb,
    a.payload ->> 'verdict' as verdict, a.payload ->> 'completedAt' as completed_at, p.name
  from activities a join actors p on p.id = a.actor_id
  where a.board_id = $1 and a.card_id = $2
    and (a.verb = 'card.reviewed' or a.verb = 'card.updated' and a.payload -> 'completedAt' is not null)
  order by a.id desc limit 1`)

export const reviewCard: HandlerOf<'card.review'> = async (tx, input) => {
  if (tx.principal.kind !== 'human') throw refusal('reviewOfPeople')
  const { review } = tx.target
  if (input.verdict === 'send_back' && input.note === undefined) throw fieldRefusal('note', 'reviewNote')
  if (review === null) throw await whyNone(tx)
  await requireReviewer(tx, tx.target)
  if (tx.target.archivedAt !== null) throw refusal('reviewArchived')
  if (input.sessionId !== undefined && input.sessionId !== review.sessionId)
    throw refusal('reviewOfOther', {}, { details: { sessionId: review.sessionId } })
  const session = await tx.row(readSession, [tx.board.id, review.sessionId])
  if (!session) throw refusal('reviewNone')
  const { note } = input
  return input.verdict === 'accept' || note === undefined ? accept(tx, session, note ?? null) : sendBack(tx, session, note)
}

async function whyNone(tx: Tx): Promise<TandemError> {
  const latest = await tx.row(latestEnd, [tx.board.id, tx.target.id])
  if (!latest) return refusal('reviewNone')
  const { verdict, completedAt, name } = latest
  if (verdict !== null) return refusal(verdict === 'accept' ? 'reviewAccepted' : 'reviewSentBack', { name })
  return completedAt === null ? refusal('reviewNone') : refusal('reviewCompleted', { name })
}

/** Completing may take the locks of other boards, so it comes before what else is recorded. */
async function accept(tx: Tx, session: SessionRow, note: string | null) {
  const completed = await updateCard(tx, { cardId: tx.target.id, completedAt: tx.now })
  if (completed.kind !== 'done') throw refusal('reviewNone')
  const notify = noticesOfVerdict(tx.target, session, note)
  tx.record('card.reviewed', verdictOn(session, 'accept', note), { cardId: tx.target.id, sessionId: session.id, notify })
  return { card: completed.body, session: null }
}

/** The agent reads the note as the opening summary of its new session. It is in its news too, which begin after the session's id. */
async function sendBack(tx: Tx, reviewed: SessionRow, note: string) {
  const { target: card } = tx
  const { agentActorId } = reviewed
  await requireReturnable(tx, agentActorId)
  const id = tx.newId()
  const sentBack = { ...card, review: null, version: card.version + 1, updatedAt: tx.now, latestSessionId: id }
  tx.send(writeReview(sentBack))
  const tells = { notify: noticesOfVerdict(card, reviewed, note), ...watcherNotices(card, note) }
  tx.record('card.reviewed', verdictOn(reviewed, 'send_back', note), { cardId: card.id, sessionId: id, ...tells })
  const session = await openSession(tx, card, {
    id,
    agentActorId,
    trigger: { type: 'api' },
    ofDelegation: card.delegateActorId === agentActorId,
    onBehalfOf: tx.principal.actorId,
    requestedBy: requestersOf(reviewed).at(-1) ?? null,
    summary: note,
  })
  const { state: sessionState, statusText: sessionStatusText, lastEventAt: sessionLastEventAt } = session
  const row = {
    ...sentBack,
    sessionState,
    sessionStatusText,
    sessionLastEventAt,
    sessionStopRequestedAt: null,
    sessionFailureReason: null,
    sessionExpiresAt: null,
    sessionDefaultOption: null,
    sessionLeaseExpiresAt: null,
  }
  const context = { keyPrefix: tx.board.keyPrefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs }
  return { card: cardRecordOf(row, context), session: await shown(tx, session, card) }
}

const verdictOn = ({ id: sessionId, agentActorId }: SessionRow, verdict: Verdict, note: string | null) => ({
  verdict,
  note,
  sessionId,
  agentActorId,
})

function noticesOfVerdict(card: CardFaceRow, session: SessionRow, note: string | null): Notice[] {
  const actorIds = [session.agentActorId, session.initiatorActorId, ...card.assigneeIds]
  return [{ actorIds, reason: 'reviewed', ...(note !== null && { excerpt: note }) }]
}

/** Throws unless the agent can be given the work again by the caller. A pause only keeps the session queued. */
async function requireReturnable(tx: Mutation<never> & { target: CardFaceRow }, agentActorId: Review['agentActorId']): Promise<void> {
  const agent = await findAgent(tx, agentActorId)
  if (!agent?.active || !agent.canBeDelegated) throw refusal('reviewAgentGone')
  const refused = await whyNot(tx, agent, tx.principal.actorId)
  if (refused !== null) throw refused
  const live = await liveSessionOf(tx, tx.target.id, agentActorId)
  if (live) throw refusal('reviewAgentBusy', {}, { details: { sessionId: live.id } })
}
