import { type NothingToClaim, type OutputOf, type ParsedInputOf, TandemError } from '@tandem/contract'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../../db/tables/cards/cards.ts'
import { authorise, notFound } from '../../../kernel/access.ts'
import type { BoardFinder, RunOf } from '../../../kernel/handlers.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'
import { done, type Reply } from '../../../kernel/reply.ts'
import { readSummaryRow } from '../../summary-rows.ts'
import { lockCapOfAgent } from '../holds/caps.ts'
import { requireMayBegin } from '../may-invoke.ts'
import { boardNamed, claimAccess } from './claim-target.ts'
import { boardsOfAgent, findBoards, pickOnBoard, readsOfPick, whyNothing } from './ready.ts'
import { isAskedToStop } from './stops.ts'
import { readSession, type Tx, takeFromQueue, takeNamed, takeQueued } from './take.ts'

/**
 * An agent takes the next ready card: delegation, session at work and lease commit together. Callers of one board come one after the
 * other under its lock, so each card goes to one. Specification: beyond §3.
 */
type Finder = BoardFinder<'work.claim'>
type Input = ParsedInputOf<'work.claim'>
type Claim = Reply<OutputOf<'work.claim'>>

/**
 * How often a wait checks again: activities between a check and the wait are not signalled, and resuming an agent appends to no board's
 * log.
 */
const lookAgainMs = 2_000
const pauseMs = 100
const mostRefused = 20
/** Refusals that may apply to one board and not to the next. That of a process which has lost its session applies to all. */
const ofOneBoard: ReadonlySet<string> = new Set(['conflict', 'not_found', 'forbidden'])
const isOfOneBoard = ({ code, reason }: TandemError): boolean => ofOneBoard.has(code) && reason !== 'leaseLost'
const retryAfterSeconds: Record<NothingToClaim['because'], number> = { empty: 15, capacity: 30, paused: 60, blocked: 30 }

export const claimNext: RunOf<'work.claim'> = async (finder, input) => {
  const only = await boardNamed(finder, finder.principal, input)
  const { sessionId } = input
  if (sessionId !== undefined && only !== null) return finder.onBoard(only, async (tx) => done(await takeNamed(tx, sessionId, input)))
  const since = finder.now()
  const untilMs = Date.parse(since) + input.waitSeconds * 1_000
  for (;;) {
    const now = finder.now()
    const scope = scopeOf(finder.principal, input, now)
    /** Sessions that the agent may not begin. */
    const refusedIds = new Set<string>()
    const trial = { scope, refusedIds }
    const taken = only === null ? await tryBoards(finder, input, trial) : await tryBoard(finder, input, { ...trial, boardId: only })
    if (taken.kind !== 'nothing') return taken
    const leftMs = untilMs - Date.parse(now)
    const boardIds = only === null ? await boardsOfAgent(finder, scope.agentActorId, leashOf(finder)) : [only]
    const waits = leftMs > 0 && !(await isAskedToStop(finder, { boardIds, since }))
    if (!waits || !(await waitFor(finder, boardIds, leftMs))) return nothing(await whyNothing(finder, scope, { boardIds, refusedIds }))
  }
}

/** A pause after each signal: on a busy board, many waiting callers would otherwise check after each change. */
async function waitFor(finder: Finder, boardIds: readonly string[], leftMs: number): Promise<boolean> {
  return (await finder.moved(boardIds, Math.min(leftMs, lookAgainMs))) && finder.moved([], pauseMs)
}

const leashOf = ({ principal }: Finder): readonly string[] | null => (principal.grant?.leash ? [...principal.grant.leash] : null)

/**
 * Before a board is locked, another caller may take the card found there, or the board may be archived or lost to the caller: then the next
 * board is tried, each once. A refusal to start the agent is thrown only if no board had other work.
 */
async function tryBoards(finder: Finder, input: Input, { scope, refusedIds }: Trial): Promise<Claim> {
  const boardIds = new Set<string>()
  let refused: TandemError | undefined
  for (;;) {
    const boards = await findBoards(finder, scope, leashOf(finder), { boardIds, refusedIds })
    for (const { boardId } of boards) {
      boardIds.add(boardId)
      try {
        const taken = await tryBoard(finder, input, { boardId, scope, refusedIds })
        if (taken.kind !== 'nothing') return taken
      } catch (error) {
        if (!(error instanceof TandemError && isOfOneBoard(error))) throw error
        if (error.code === 'forbidden') refused = error
      }
    }
    if (boards.length > 0) continue
    if (refused) throw refused
    return nothing('empty')
  }
}

type Trial = { scope: ReturnType<typeof scopeOf>; refusedIds: Set<string> }

const scopeOf = (principal: Principal, { listId }: Input, now: string) => ({
  agentActorId: principal.actorId,
  listId: listId ?? null,
  now,
})

const tryBoard = (finder: Finder, input: Input, { boardId, ...trial }: Trial & { boardId: string }): Promise<Claim> =>
  finder.onBoard(boardId, (tx) => claimOn(tx, input, trial), readsOfPick(trial.scope, boardId))

async function claimOn(tx: Tx, input: Input, { scope, refusedIds }: Trial): Promise<Claim> {
  authorise(tx.principal, claimAccess, tx.board.id, tx.role)
  const most = refusedIds.size + mostRefused
  let isCapLocked = false
  while (refusedIds.size < most) {
    const pick = await pickOnBoard(tx, scope, { boardId: tx.board.id, refusedIds })
    if (!pick) break
    if (pick.capped && !isCapLocked) {
      // The running sessions of the agent are counted again under the lock.
      await lockCapOfAgent(tx, tx.principal.actorId)
      isCapLocked = true
      continue
    }
    if (pick.sessionId === null) return done(await takeFromQueue(tx, { cardId: pick.cardId, onBehalfOf: pick.queueSetBy }, input))
    const of = [tx.board.id, pick.cardId]
    const [card, session] = await Promise.all([tx.row(readSummaryRow, of), tx.row(readSession, [tx.board.id, pick.sessionId])])
    if (!card || !session) throw notFound('card')
    if (await mayBegin(tx, session, card)) return done(await takeQueued(tx, { card, session }, input))
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

const nothing = (because: NothingToClaim['because']): Extract<Claim, { kind: 'nothing' }> => ({
  kind: 'nothing',
  body: { card: null, because, retryAfterSeconds: retryAfterSeconds[because] },
})
