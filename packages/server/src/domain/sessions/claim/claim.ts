import { type NothingToClaim, type OutputOf, type ParsedInputOf, TandemError } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../../db/tables/cards/cards.ts'
import { notFound } from '../../../kernel/access.ts'
import type { BoardFinder, RunOf } from '../../../kernel/handlers.ts'
import type { TargetMutation } from '../../../kernel/mutation.ts'
import { done, type Reply } from '../../../kernel/reply.ts'
import { cardSummaryOf } from '../../cards/summary.ts'
import { readFace } from '../../faces.ts'
import { advance } from '../advance.ts'
import { afterAct, type BudgetVerb } from '../budget/budget.ts'
import { isUsedUp } from '../budget/figures.ts'
import { lockCapOfAgent } from '../caps.ts'
import { contextFor, contextOn } from '../context.ts'
import { delegateTo } from '../delegation.ts'
import { requireMayBegin, requireStartable } from '../may-invoke.ts'
import { openAtWork } from '../open.ts'
import { boardNamed } from './claim-target.ts'
import { firstGeneration, leaseFrom } from './lease.ts'
import { boardsOfAgent, findBoards, pickOnBoard, whyNothing } from './ready.ts'

/**
 * An agent takes the next ready card: delegation, session at work and lease commit together. Callers of one board come one after the
 * other under its lock, so each card goes to one. Specification: beyond §3.
 */
type Finder = BoardFinder<'work.claim'>
type Tx = TargetMutation<'card.delegated' | 'agent_session.created' | BudgetVerb, 'board'>
type Input = ParsedInputOf<'work.claim'>
type Claim = Reply<OutputOf<'work.claim'>>

/** A wait looks again so often: what comes between a look and the wait is not told, and an agent that is resumed moves no board. */
const lookAgainMs = 2_000
const pauseMs = 100
const mostRefused = 20
/** Of what may be refused on one board and not on the next. */
const ofOneBoard: ReadonlySet<string> = new Set(['conflict', 'not_found', 'forbidden'])
const retryAfterSeconds: Record<NothingToClaim['because'], number> = { empty: 15, capacity: 30, paused: 60, blocked: 30 }

const readSession = sql<SessionRow>('select * from sessions where board_id = $1 and id = $2')

export const claimNext: RunOf<'work.claim'> = async (finder, input) => {
  const only = await boardNamed(finder, finder.principal, input)
  const untilMs = Date.parse(finder.now()) + input.waitSeconds * 1_000
  for (;;) {
    const now = finder.now()
    const scope = scopeOf(finder, input, now)
    /** Sessions that the agent may not begin. */
    const refusedIds = new Set<string>()
    const taken =
      only === null ? await tryBoards(finder, input, { scope, refusedIds }) : await tryBoard(finder, input, { boardId: only, refusedIds })
    if (taken.kind !== 'nothing') return taken
    const leftMs = untilMs - Date.parse(now)
    const boardIds = only === null ? await boardsOfAgent(finder, scope.agentActorId, leashOf(finder)) : [only]
    const goesOn = leftMs > 0 && (await waitFor(finder, boardIds, leftMs))
    if (!goesOn) return nothing(await whyNothing(finder, scope, { boardIds, refusedIds }))
  }
}

/** The pause: on a busy board many that wait would look at each of its changes. */
async function waitFor(finder: Finder, boardIds: readonly string[], leftMs: number): Promise<boolean> {
  return (await finder.moved(boardIds, Math.min(leftMs, lookAgainMs))) && finder.moved([], pauseMs)
}

const leashOf = ({ principal }: Finder): readonly string[] | null => (principal.grant?.leash ? [...principal.grant.leash] : null)

/**
 * Before a board is locked another caller may take what was found there, and the board may be archived or lost to the caller: then the next
 * one has its turn, each board once. That the agent may not start is told where no board had anything else.
 */
async function tryBoards(finder: Finder, input: Input, { scope, refusedIds }: Trial): Promise<Claim> {
  const boardIds = new Set<string>()
  let refused: TandemError | undefined
  for (;;) {
    const boards = await findBoards(finder, scope, leashOf(finder), { boardIds, refusedIds })
    for (const { boardId } of boards) {
      boardIds.add(boardId)
      try {
        const taken = await tryBoard(finder, input, { boardId, refusedIds })
        if (taken.kind !== 'nothing') return taken
      } catch (error) {
        if (!(error instanceof TandemError && ofOneBoard.has(error.code))) throw error
        if (error.code === 'forbidden') refused = error
      }
    }
    if (boards.length > 0) continue
    if (refused) throw refused
    return nothing('empty')
  }
}

type Trial = { scope: ReturnType<typeof scopeOf>; refusedIds: Set<string> }

const scopeOf = ({ principal }: Finder, { listId }: Input, now: string) => ({
  agentActorId: principal.actorId,
  listId: listId ?? null,
  now,
})

const tryBoard = (finder: Finder, input: Input, { boardId, refusedIds }: { boardId: string; refusedIds: Set<string> }): Promise<Claim> =>
  finder.onBoard(boardId, (tx) => claimOn(tx, input, refusedIds))

async function claimOn(tx: Tx, input: Input, refusedIds: Set<string>): Promise<Claim> {
  const most = refusedIds.size + mostRefused
  let isCapLocked = false
  while (refusedIds.size < most) {
    const pick = await tx.row(pickOnBoard, [tx.principal.actorId, input.listId ?? null, tx.now, [...refusedIds], tx.board.id])
    if (!pick?.cardId) break
    if (pick.capped && !isCapLocked) {
      // What the agent has at work is counted again under the lock.
      await lockCapOfAgent(tx, tx.principal.actorId)
      isCapLocked = true
      continue
    }
    if (pick.sessionId === null) return done(await takeFromQueue(tx, { cardId: pick.cardId, onBehalfOf: pick.queueSetBy }, input))
    const of = [tx.board.id, pick.cardId]
    const [card, session] = await Promise.all([tx.row(readFace, of), tx.row(readSession, [tx.board.id, pick.sessionId])])
    if (!card || !session) throw notFound('card')
    if (await mayBegin(tx, session, card)) return done(await take(tx, { card, session, leaseSeconds: input.leaseSeconds }))
    refusedIds.add(session.id)
  }
  return nothing('empty')
}

async function mayBegin(tx: Tx, session: SessionRow, card: CardFaceRow): Promise<boolean> {
  try {
    await requireMayBegin(tx, session, card)
    return true
  } catch (error) {
    if (error instanceof TandemError && error.code === 'forbidden') return false
    throw error
  }
}

type Queued = { cardId: string; onBehalfOf: string | null }

/** For the person who last set the queue. Throws where the agent may not start for them. */
async function takeFromQueue(tx: Tx, { cardId, onBehalfOf }: Queued, input: Input) {
  const agentActorId = tx.principal.actorId
  const [card, , context] = await Promise.all([
    tx.row(readFace, [tx.board.id, cardId]),
    requireStartable(tx, agentActorId, onBehalfOf),
    contextOn(tx, { boardId: tx.board.id, id: cardId }),
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
  insert?: (session: SessionRow) => void
  context?: Awaited<ReturnType<typeof contextFor>>
}

async function take(tx: Tx, { card, session, leaseSeconds, insert, ...of }: Taking) {
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
  const { staleAfterMs } = tx.policy
  const summary = cardSummaryOf({ ...face, ...times }, { keyPrefix: tx.board.keyPrefix, now: tx.now, staleAfterMs })
  return { card: { ...summary, boardId: tx.board.id, boardName: tx.board.name }, session: asked ?? taken, lease, context }
}

const summaryGiven = sql<{ summary: string | null }>(`select payload->'context'->>'summary' as summary from activities
  where board_id = $1 and card_id = $2 and verb = 'agent_session.created' and payload->>'sessionId' = $3 order by id desc limit 1`)

/** What a person said when the session was opened is kept in the log alone. */
async function contextOf(tx: Tx, card: CardFaceRow, session: SessionRow) {
  const given = await tx.row(summaryGiven, [tx.board.id, card.id, session.id])
  return contextFor(tx, card, given?.summary ?? null)
}

const nothing = (because: NothingToClaim['because']): Extract<Claim, { kind: 'nothing' }> => ({
  kind: 'nothing',
  body: { card: null, because, retryAfterSeconds: retryAfterSeconds[because] },
})
