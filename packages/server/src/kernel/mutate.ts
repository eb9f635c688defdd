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
import { createBoardHints } from './board/hints.ts'
import { createBoardQueues } from './board/queue.ts'
import { onTheMove, runOnSeveral } from './board/several.ts'
import { type Clock, iso } from './common/clock.ts'
import { extendLeases } from './extend-leases.ts'
import type { Principal } from './identity/principal.ts'
import { hashOfInput, type LedgerEntry, type Outcome, type Prior, priorOf, type Repeated, replay, withoutSecrets } from './ledger.ts'
import type { Policy, TargetMutation } from './mutation.ts'
import { MoreBoards, type MutationContext, mutationIn } from './mutation-context.ts'
import { type Input, textIn } from './parse-input.ts'
import { type Prefetch, type Prefetched, withPrefetched } from './prefetch.ts'
import { type Nudge, timeOn } from './record.ts'
import { bodyOf, type Reply } from './reply.ts'
import { hasCreated, statusOf } from './reply-status.ts'

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
  /** What `run` will read first, if that follows from the input. */
  prefetch?: ((boardId: string) => Prefetch | null) | undefined
  run(tx: LockedTarget): Promise<Reply>
  trace?: Trace | undefined
}

export type Door = {
  /** Runs one mutation of a board through the door: lock, access, act, record, commit, nudge. */
  mutate(call: BoardCall): Promise<Outcome & { boardId?: string }>
}

export function createDoor(deps: { database: Database; clock: Clock; nudge: Nudge; policy: Policy; metrics: Metrics }): Door {
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
        load: (tx: Transaction) => load(tx, boardId, call, ids),
        perform: (context: MutationContext, row: Loaded) => perform(context, row, call, ids),
      }
      const performed = await queues.run(boardId, item).catch((error: unknown) => {
        if (error instanceof MoreBoards) return runOnSeveral(deps, boardId, error.boardIds, item)
        throw error
      })
      if (performed === elsewhere) {
        boards.forget(targetId)
        continue
      }
      const { outcome, resultBoardId } = performed
      if (hasCreated(call.operation, outcome.reply.kind)) boards.learnCreated(bodyOf(outcome.reply), resultBoardId)
      else if (resultBoardId !== boardId) boards.forget(targetId)
      return { ...outcome, boardId }
    }
    await loadTarget(deps.database, call.principal, call.operation.access, call.input)
    throw onTheMove()
  }
}

/** How often a mutation follows a target that has moved to another board. */
const mostMoves = 10

/** The target is not on the board whose lock was taken. */
const elsewhere = Symbol('elsewhere')

/** `resultBoardId`: the board that the result tells of, which is another one when a card has gone there. */
type Performed = { outcome: Outcome; resultBoardId: string }

type Ids = { targetId: string; mutationId: string | undefined; inputHash: string; clock: Clock; policy: Policy }

type Loaded = { row: MutationLoadRow | undefined; prefetched?: Prefetched }

async function load(tx: Transaction, boardId: string, call: BoardCall, ids: Ids): Promise<Loaded> {
  const values = [boardId, call.principal.actorId, ids.targetId, ids.mutationId ?? null]
  const loading = tx.row(mutationLoadOf(call.name, call.operation.access.target), values)
  const prefetched = call.prefetch?.(boardId)
  if (!prefetched) return { row: await loading }
  const [row, found] = await Promise.all([loading, tx.row(prefetched.statement, prefetched.values)])
  return { row, prefetched: { ...prefetched, row: found } }
}

async function perform(
  context: MutationContext,
  { row, prefetched }: Loaded,
  call: BoardCall,
  ids: Ids,
): Promise<Performed | typeof elsewhere> {
  const { operation, principal } = call
  const { access } = operation
  const role = principal.credential.method === 'system' ? 'admin' : row?.callerRole
  const prior = row && (earlierIn(context, principal.actorId, ids.mutationId) ?? priorInRow(row))
  // Gone to another board: that one decides what the caller may. A result that tells of this board is still this board's to give.
  if (row?.id === null && (!role || prior?.boardId !== context.head.id)) return elsewhere
  if (!row || !role) throw notVisible(principal, access.target, context.head.id)
  authorise(principal, access, context.head.id, role)
  if (prior) return replayIfVisible(context, principal, prior, repeated(call, ids.targetId, ids.inputHash))
  // The service itself ends what runs out of time there too.
  if (!operation.onArchived && principal.credential.method !== 'system') requireOpenBoard(context.head)
  const nowMs = timeOn(context.head, ids.clock.now())
  const mutation = mutationIn(
    { ...context, tx: withPrefetched(context.tx, prefetched) },
    { principal, role, nowMs, policy: ids.policy, trace: call.trace },
  )
  const target = row as unknown as TargetRows[LoadableTarget]
  const recordedBefore = context.append.activities.length
  const reply = await call.run({ ...mutation, target })
  extendLeases(context.tx, principal, context.append.activities.slice(recordedBefore), mutation.now)
  const resultBoardId = (reply.kind === 'done' ? reply.boardId : undefined) ?? context.head.id
  if (ids.mutationId !== undefined && reply.kind !== 'nothing') {
    context.ledger.push({
      actorId: principal.actorId,
      mutationId: ids.mutationId,
      operation: call.name,
      target: ids.targetId,
      boardId: resultBoardId,
      status: statusOf(operation, reply.kind),
      body: withoutSecrets(bodyOf(reply), operation.secrets),
      inputHash: ids.inputHash,
      at: iso(nowMs),
    })
  }
  return { outcome: { reply }, resultBoardId }
}

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

/** The target is gone; a result may be stored all the same. Its board decides who may see it. */
async function replayOfGone(database: Database, call: BoardCall, targetId: string, inputHash: string): Promise<Outcome> {
  const { principal, input, operation } = call
  const missing = notFound(operation.access.target)
  if (input.clientMutationId === undefined) throw missing
  const prior = await priorOf(database, principal.actorId, input.clientMutationId as string)
  if (!prior?.boardId || prior.operation !== call.name || prior.target !== targetId) throw missing
  const row = await database.row(boardMutationLoad, [prior.boardId, principal.actorId, prior.boardId, null])
  if (!row?.callerRole) throw missing
  authorise(principal, operation.access, prior.boardId, row.callerRole)
  return replay(prior, repeated(call, targetId, inputHash))
}
