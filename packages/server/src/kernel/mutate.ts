import { type OperationName, type OperationSpec, type Verb } from '@tandem/contract'
import type { Database, Transaction } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Trace } from '../tracing/w3c.ts'
import {
  authorise,
  type BoardAccess,
  boardMutationLoad,
  isUnderParent,
  type LoadableTarget,
  loadTarget,
  type MutationLoadRow,
  mutationLoadOf,
  notFound,
  notVisible,
  requireOpenBoard,
  requireVisibleBoard,
  type TargetRows,
} from './access.ts'
import type { QueuedMutation } from './board/batch.ts'
import { createBoardHints } from './board/hints.ts'
import { createBoardQueues } from './board/queue.ts'
import { onTheMove, runOnSeveral } from './board/several.ts'
import type { Answer } from './caller.ts'
import { type Clock, iso } from './common/clock.ts'
import { isUuid } from './common/ids.ts'
import type { DryRuns, Forecast } from './dry-run.ts'
import type { Principal } from './identity/principal.ts'
import { hashOfInput, keptOf, type LedgerEntry, type Outcome, type Prior, priorOf, type Repeated, replay } from './ledger.ts'
import type { BoardHead, Policy, TargetMutation } from './mutation.ts'
import { MoreBoards, type MutationContext, mutationIn } from './mutation-context.ts'
import { type Input, textIn } from './parse-input.ts'
import { type Prefetch, type Prefetched, withPrefetched } from './prefetch.ts'
import { type Nudge, timeOn } from './record.ts'
import { bodyOf, type Refused, type Reply, replyOf } from './reply.ts'
import { hasCreated } from './reply-status.ts'
import { extendLeases } from './sessions/extend-leases.ts'
import { hasSessions, type NamedSession, ownSessionsOf } from './sessions/own-sessions.ts'

export type BoardOperation = OperationSpec & { access: BoardAccess & { target: LoadableTarget } }

export function isOnTarget(operation: OperationSpec): operation is BoardOperation {
  return 'target' in operation.access
}

/** Any target on its locked board. */
export type LockedTarget = TargetMutation<Verb, LoadableTarget>

export type BoardCall = {
  name: OperationName
  operation: BoardOperation
  principal: Principal
  input: Input
  /** The first reads of `run`, if they follow from the input. */
  prefetch?: ((boardId: string) => readonly Prefetch[]) | undefined
  run(tx: LockedTarget): Promise<Reply | Refused>
  trace?: Trace | undefined
  dryRun?: boolean | undefined
} & NamedSession

export type Door = {
  /** Runs one mutation of a board through the door: lock, access, act, record, commit, nudge. A dry run: all but the last two. */
  mutate(call: BoardCall): Promise<Answer>
}

type DoorDeps = { database: Database; clock: Clock; nudge: Nudge; policy: Policy; metrics: Metrics; dryRuns: DryRuns }

export function createDoor(deps: DoorDeps): Door {
  const queues = createBoardQueues(deps)
  const boards = createBoardHints(deps.database)
  return {
    mutate: (call) =>
      mutate(call).catch((error: unknown) => {
        throw meaningOf(error).error
      }),
  }

  async function mutate(call: BoardCall) {
    const targetId = textIn(call.input, `${call.operation.access.target}Id`) ?? ''
    const mutationId = textIn(call.input, 'clientMutationId')
    const inputHash = mutationId === undefined || call.operation.secretInput ? '' : hashOfInput(call.input)
    for (let attempt = 0; attempt < mostMoves; attempt++) {
      const boardId = await boards.find(call.operation.access.target, targetId)
      if (boardId !== undefined && !isUnderParent(call.operation.access, call.input, boardId)) throw notFound(call.operation.access.target)
      if (boardId === undefined) return replayOfGone(deps.database, call, targetId, inputHash)
      const ids = { targetId, mutationId, inputHash, clock: deps.clock, policy: deps.policy }
      const item = {
        trace: call.trace,
        load: (tx: Transaction, ahead?: 'ahead') => load(tx, boardId, call, { ...ids, ahead }),
        card: onlyCardOf(call, targetId),
        perform: (context: MutationContext, row: Loaded) => perform(context, row, call, ids),
      }
      const done: Done = call.dryRun ? await tryOut(boardId, call, item) : { value: await run(boardId, item) }
      const performed = done.value
      if (performed === elsewhere) {
        boards.forget(targetId)
        continue
      }
      const { resultBoardId } = performed
      const outcome = { ...performed.outcome, reply: replyOf(performed.outcome.reply) }
      if (call.dryRun) return { ...outcome, boardId, forecast: done.forecast }
      if (hasCreated(call.operation, outcome.reply.kind)) boards.learnCreated(bodyOf(outcome.reply), resultBoardId)
      else if (resultBoardId !== boardId) boards.forget(targetId)
      return { ...outcome, boardId }
    }
    await loadTarget(deps.database, call.principal, call.operation.access, call.input)
    throw onTheMove()
  }

  async function run<T, Loaded>(boardId: string, item: QueuedMutation<T, Loaded>): Promise<T> {
    try {
      return await queues.run(boardId, item)
    } catch (error) {
      if (error instanceof MoreBoards) return runOnSeveral(deps, boardId, error.boardIds, item)
      throw error
    }
  }

  function tryOut<T, Loaded>(boardId: string, { principal }: BoardCall, item: QueuedMutation<T, Loaded>) {
    const { clock, dryRuns, policy } = deps
    return dryRuns.onBoards(boardId, item, { principal, policy, now: iso(clock.now()) })
  }
}

/** The inputs of a move. Other updates may change other cards, such as those that the card blocks. */
const ofMoves = new Set(['cardId', 'listId', 'beforeId', 'afterId', 'ifVersion', 'clientMutationId'])

/** The only card that a person's move, comment or create is expected to write, null for a create; undefined for other mutations. */
function onlyCardOf({ name, principal, input, sessionId }: BoardCall, targetId: string): string | null | undefined {
  if (hasSessions(principal) || sessionId !== undefined) return undefined
  if (name === 'comment.create') return targetId
  if (name === 'card.create') return null
  if (name !== 'card.update') return undefined
  return Object.entries(input).every(([key, value]) => value === undefined || ofMoves.has(key)) ? targetId : undefined
}

/** How often a mutation follows a target that has moved to another board. */
const mostMoves = 10

/** The target is not on the board whose lock was taken. */
const elsewhere = Symbol('elsewhere')

/** `resultBoardId`: the board that the result tells of, which is another one when a card has gone there. */
type Performed = { outcome: Outcome<Reply | Refused>; resultBoardId: string }

type Done = { value: Performed | typeof elsewhere; forecast?: Forecast }

type Ids = { targetId: string; mutationId: string | undefined; inputHash: string; clock: Clock; policy: Policy }

/** `ahead`: before earlier mutations of the batch have run, which may have moved or created cards. */
type Loaded = { row: MutationLoadRow | undefined; prefetched: readonly Prefetched[]; ahead: boolean }

async function load(tx: Transaction, boardId: string, call: BoardCall, ids: Ids & { ahead: 'ahead' | undefined }): Promise<Loaded> {
  const withSessions = hasSessions(call.principal) || call.sessionId !== undefined
  const values = [boardId, call.principal.actorId, ids.targetId, ids.mutationId ?? null]
  if (withSessions) values.push(call.sessionId !== undefined && isUuid(call.sessionId) ? call.sessionId : null)
  const ahead = ids.ahead !== undefined
  const reads = (call.prefetch?.(boardId) ?? []).filter(({ afterMoves }) => afterMoves || !ahead)
  const [row, ...prefetched] = await Promise.all([
    tx.row(mutationLoadOf(call.name, call.operation.access.target, withSessions), values),
    ...reads.map(async (read) => ({ ...read, row: await tx.row(read.statement, read.values) })),
  ])
  return { row, prefetched, ahead }
}

async function perform(
  context: MutationContext,
  { row, prefetched, ahead }: Loaded,
  call: BoardCall,
  ids: Ids,
): Promise<Performed | typeof elsewhere> {
  const { operation, principal } = call
  const { access } = operation
  const role = principal.credential.method === 'system' ? 'admin' : row?.callerRole
  const prior = row && (earlierIn(context, principal.actorId, ids.mutationId) ?? priorInRow(row))
  // The card has moved to another board, whose roles now decide. A result about this board may still be returned to its members.
  if (row?.id === null && (!role || prior?.boardId !== context.head.id)) return elsewhere
  if (!row || !role) throw notVisible(principal, access.target, context.head.id)
  authorise(principal, access, context.head.id, role)
  if (prior) return replayIfVisible(context, principal, prior, repeated(call, ids.targetId, ids.inputHash))
  // The service itself ends what runs out of time there too.
  if (!operation.onArchived && principal.credential.method !== 'system') requireOpenBoard(context.head)
  context.head.hasWebhooks = row.hasWebhooks
  const own = ownSessionsOf(principal, namedBy(call), { boardId: context.head.id, target: access.target, row })
  const nowMs = timeOn(context.head, ids.clock.now())
  const mutation = mutationIn(
    { ...context, tx: withPrefetched(context.tx, ahead ? asAfterMoves(prefetched, context.head) : prefetched) },
    { principal, role, nowMs, policy: ids.policy, trace: call.trace, own },
  )
  const target = row as unknown as TargetRows[LoadableTarget]
  const recordedBefore = context.append.activities.length
  const reply = await call.run({ ...mutation, target })
  extendLeases(context.tx, { principal, own, now: mutation.now }, context.append.activities.slice(recordedBefore))
  const resultBoardId = (reply.kind === 'done' ? reply.boardId : undefined) ?? context.head.id
  if (ids.mutationId !== undefined && reply.kind !== 'nothing') {
    context.ledger.push({
      actorId: principal.actorId,
      mutationId: ids.mutationId,
      operation: call.name,
      target: ids.targetId,
      boardId: resultBoardId,
      ...keptOf(operation, reply),
      inputHash: ids.inputHash,
      at: iso(nowMs),
    })
  }
  return { outcome: { reply }, resultBoardId }
}

const asAfterMoves = (prefetched: readonly Prefetched[], board: BoardHead): Prefetched[] =>
  prefetched.map((read) => ({ ...read, row: read.row && read.afterMoves?.(read.row, board) }))

/** A report has a generation of its own, which decides about it: what a process has used counts when its lease is over. */
const namedBy = ({ sessionId, sessionGeneration, input }: BoardCall): NamedSession =>
  input.generation === undefined ? { sessionId, sessionGeneration } : { sessionId }

const repeated = ({ name, operation }: BoardCall, target: string, inputHash: string): Repeated => ({
  operation: name,
  spec: operation,
  target,
  inputHash,
})

/** A result may tell of another board than that of the target: a caller that has lost it gets the refusal. Specification: decisions §1. */
async function replayIfVisible(context: MutationContext, principal: Principal, prior: Prior, call: Repeated): Promise<Performed> {
  const outcome = replay(prior, call)
  const resultBoardId = prior.boardId ?? context.head.id
  if (resultBoardId !== context.head.id) await requireVisibleBoard(context.tx, principal, resultBoardId)
  return { outcome, resultBoardId }
}

function priorInRow(row: {
  priorBoardId: string | null
  priorOperation: string | null
  priorTarget: string | null
  priorStatus: number
  priorBody: unknown
  priorHash: string
}) {
  if (row.priorOperation === null) return undefined
  return {
    operation: row.priorOperation,
    target: row.priorTarget ?? '',
    boardId: row.priorBoardId,
    status: row.priorStatus,
    body: row.priorBody,
    inputHash: row.priorHash,
  }
}

/** A duplicate in the same batch finds its first result here: the ledger rows are written at the end of the batch. */
function earlierIn(context: MutationContext, actorId: string, mutationId: string | undefined): LedgerEntry | undefined {
  if (mutationId === undefined) return undefined
  return context.ledger.find((entry) => entry.actorId === actorId && entry.mutationId === mutationId)
}

/** The target is gone, but its first result may be stored. The board of that result decides who may see it. */
async function replayOfGone(database: Database, call: BoardCall, targetId: string, inputHash: string): Promise<Outcome> {
  const { principal, input, operation } = call
  const missing = notFound(operation.access.target)
  if (input.clientMutationId === undefined) throw missing
  const prior = await priorOf(database, principal.actorId, input.clientMutationId as string)
  if (!prior?.boardId || prior.operation !== call.name || prior.target !== targetId) throw missing
  const row = await database.row(boardMutationLoad, [prior.boardId, principal.actorId, prior.boardId, null])
  if (!row?.callerRole) throw missing
  authorise(principal, operation.access, prior.boardId, row.callerRole)
  const { reply, ...outcome } = replay(prior, repeated(call, targetId, inputHash))
  return { ...outcome, reply: replyOf(reply) }
}
