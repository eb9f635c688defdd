import { type PayloadOf, refusal, type SessionEvent } from '@tandem/contract'
import { sessionEvents } from '../../db/tables/agents/session-events.ts'
import { type SessionRow, sessions } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { notifications } from '../../db/tables/service/notifications.ts'
import { insertInto, pick, update, write } from '../../db/writes.ts'
import { notFound } from '../../kernel/access.ts'
import { uuidV7After } from '../../kernel/common/ids.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import { keyOf } from '../cards/summary.ts'
import { readSummaryRow } from '../summary-rows.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { nextMark, workedIn } from './budget/figures.ts'
import { countOnBoard } from './budget/of-board.ts'
import { leaseAfter } from './claim/lease.ts'
import { type HoldOf, holdsNone, holdsOf } from './holds/hold.ts'
import { type Act, isEnded, isFor, machine, nextState, type State, type VerbOf } from './machine.ts'
import { eventOnWire, sessionOnWire } from './record.ts'

/** A session on its card, loaded under the board's lock. Without `holdOf` the answer shows no session. */
export type OnCard = { session: SessionRow; card: CardFaceRow; holdOf?: HoldOf }

export const insertEvent = insertInto(sessionEvents, ['boardId', 'sessionId', 'id', 'kind', 'body', 'createdAt'])
const writeSession = update(sessions, {
  key: ['boardId', 'id'],
  set: [
    'state',
    'statusText',
    'summary',
    'failureReason',
    'question',
    'questionTier',
    'plan',
    'questionRoutedAt',
    'questionDueAt',
    'questionClimbAt',
    'budget',
    'budgetGrant',
    'budgetWarnedAt',
    'budgetExceededAt',
    'budgetDueAt',
    'workedMs',
    'workingSince',
    'externalUrl',
    'usage',
    'stopRequestedAt',
    'stopRequestedBy',
    'lastAnswer',
    'startRequestedAt',
    'startRequestedBy',
    'leaseGeneration',
    'leaseSeconds',
    'leaseExpiresAt',
    'lastEventId',
    'lastEventAt',
    'updatedAt',
    'endedAt',
  ],
})
const noQuestion = { question: null, questionTier: null, questionRoutedAt: null, questionDueAt: null, questionClimbAt: null }
const markQuestionRead = write(
  pick(notifications, ['sessionId', 'readAt']),
  (given) => `update notifications set read_at = ${given.readAt}
  where session_id = ${given.sessionId} and reason = 'question' and read_at is null`,
)

export async function onCard(tx: Mutation<never>, session: SessionRow): Promise<OnCard> {
  const [card, holdOf] = await Promise.all([tx.row(readSummaryRow, [tx.board.id, session.cardId]), holdsOf(tx, [session])])
  if (!card) throw notFound('card')
  return { session, card, holdOf }
}

/** Throws forbidden when `act` is not the caller's to do. */
export function requireCaller(tx: Mutation<never>, session: SessionRow, act: Act): void {
  if (isFor(act, tx.principal, session.agentActorId)) return
  throw refusal(machine[act].who === 'agent' ? 'reportOfAgent' : 'answerOfPeople')
}

/** Throws conflict, with the session as it is, when `act` may not come now. */
export function requireState(tx: Mutation<never>, at: OnCard, act: Act): State {
  const { session } = at
  const next = nextState(session.state, act)
  if (next !== null) return next
  const details = { session: onWire(tx, at) }
  if (isEnded(session.state)) throw refusal('sessionEnded', { state: session.state }, { details })
  throw refusal('sessionElsewhere', { state: session.state, needed: machine[act].from.join(' or ') }, { details })
}

type Passing = { from: State; to: State; eventId: string }
type Common = ReturnType<typeof commonPayload>

export type Change<A extends Act> = {
  columns?: (passing: Passing) => Partial<SessionRow>
  /** The body of the event. */
  body: (passing: Passing) => Record<string, unknown>
  /** The members of the payload beyond those common to all agent_session activities. */
  payload: (after: { session: SessionRow; eventId: string }) => Omit<PayloadOf<VerbOf<A>>, keyof Common>
  notify?: readonly Notice[]
  /** The log shows it as done by the service itself. */
  byService?: true
  /** Inserts the session where the act that does this opens it too. */
  insert?: (session: SessionRow) => void
  /** Notifies the watchers of the card too. */
  tells?: ReturnType<typeof watcherNotices>
}

export type Advanced = { event: SessionEvent; session: ReturnType<typeof sessionOnWire> }

/** Does `act`: writes the session, appends one event to its trail and one activity to the board's log. */
export function advance<A extends Act>(tx: Mutation<VerbOf<A>>, at: OnCard, act: A, change: Change<A>): Advanced {
  const before = at.session
  const state = requireState(tx, at, act)
  const eventId = uuidV7After(before.lastEventId, Date.parse(tx.now))
  const passing = { from: before.state, to: state, eventId }
  const row = { id: eventId, kind: machine[act].event, body: change.body(passing), createdAt: tx.now }
  const session: SessionRow = {
    ...before,
    ...change.columns?.(passing),
    state,
    lastEventId: eventId,
    lastEventAt: tx.now,
    updatedAt: tx.now,
    endedAt: isEnded(state) ? (before.endedAt ?? tx.now) : null,
    ...workedIn(before, state, tx.now),
  }
  // Back in the queue, it is asked about the budget when it is taken up again.
  if (state === 'queued' && before.state !== 'queued') session.budgetExceededAt = null
  session.budgetDueAt = nextMark(session)
  session.leaseExpiresAt = leaseAfter(session, { extends: machine[act].who === 'agent' && act !== 'reportUsage', now: tx.now })
  const settlesQuestion = before.state === 'awaiting_input' && state !== 'awaiting_input'
  if (settlesQuestion) Object.assign(session, noQuestion)
  if (change.insert) change.insert(session)
  else tx.send(writeSession(session))
  tx.send(insertEvent({ ...row, boardId: session.boardId, sessionId: session.id }))
  countOnBoard(tx, before, session)
  if (settlesQuestion) tx.send(markQuestionRead({ sessionId: session.id, readAt: tx.now }))
  const verb: VerbOf<A> = machine[act].verb
  // The compiler cannot put a payload back together that it has taken apart: `Change` holds just what `commonPayload` leaves out.
  const payload = { ...commonPayload(tx, session, at.card), ...change.payload({ session, eventId }) } as PayloadOf<VerbOf<A>>
  const about = { cardId: session.cardId, agentActorId: session.agentActorId, sessionId: session.id }
  const { byService = false, notify = [] } = change
  tx.record(verb, payload, { ...about, settlesQuestion, byService, notify, ...change.tells })
  return { event: eventOnWire(row), session: onWire(tx, { ...at, session }) }
}

export function commonPayload(tx: Mutation<never>, session: SessionRow, card: Pick<CardFaceRow, 'number'>) {
  return {
    sessionId: session.id,
    cardId: session.cardId,
    cardKey: keyOf(tx.board.keyPrefix, card.number),
    boardName: tx.board.name,
    agentActorId: session.agentActorId,
    initiatorActorId: session.initiatorActorId,
    state: session.state,
  }
}

export function onWire(tx: Mutation<never>, { session, card, holdOf = holdsNone }: OnCard) {
  const cardKey = keyOf(tx.board.keyPrefix, card.number)
  return sessionOnWire(session, { cardKey, now: tx.now, staleAfterMs: tx.policy.staleAfterMs, holdOf })
}
