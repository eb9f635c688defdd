import { TandemError } from '@tandem/contract'
import type { Database, Transaction } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import { notFound } from './access.ts'
import { type LedgerEntry, writeLedger } from './ledger.ts'
import type { Nudge, Slot } from './mutate.ts'
import type { BoardHead } from './mutation.ts'
import { type Append, emptyAppend, lockBoard, lockFreeBoards, writeAppend } from './record.ts'

/**
 * The mutations that wait share transactions: the locks of their boards are held through one commit instead of one per mutation,
 * and what is appended goes out in one statement per kind of row (docs/decisions/batching.md).
 *
 * There are no savepoints: a refusal before the first write costs nothing; any other failure rolls the batch back and runs its
 * mutations again one by one, so that only the one at fault fails. Handlers act on the database alone, so running one again is safe.
 * Not so when the connection is lost, for nobody knows then whether the batch was rolled back.
 */
export type QueuedMutation<T, Look = unknown> = {
  /** What has to be read under the lock before anything else; that of a board's first mutation travels with the lock. */
  look(tx: Transaction): Promise<Look>
  perform(slot: Slot, looked: Look): Promise<T>
}

type Waiting = {
  boardId: string
  item: QueuedMutation<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
  expiresAtMs: number
}

/** The mutations of one transaction by board, each board's in the order of their arrival. */
type Batch = Map<string, Waiting[]>

const largestBatch = 32
/** Transactions under way at once. More would make the batches smaller, and leave the pool no connections for reads. */
const lanes = 3
const longestWaitMs = 5_000
const longestQueue = 2_000
const tries = 3

export type BoardQueues = { run<T, Look>(boardId: string, item: QueuedMutation<T, Look>): Promise<T> }

export function createBoardQueues(deps: { database: Database; nudge: Nudge }): BoardQueues {
  const queues: Batch = new Map()
  const underWay = new Set<string>()
  let queued = 0
  let busyLanes = 0

  return {
    run<T, Look>(boardId: string, item: QueuedMutation<T, Look>): Promise<T> {
      if (queued >= longestQueue) return Promise.reject(overloaded())
      return new Promise<T>((resolve, reject) => {
        const expiresAtMs = performance.now() + longestWaitMs
        const waiting = {
          boardId,
          item: item as QueuedMutation<unknown>,
          resolve: resolve as (value: unknown) => void,
          reject,
          expiresAtMs,
        }
        const queue = queues.get(boardId)
        if (queue) queue.push(waiting)
        else queues.set(boardId, [waiting])
        queued += 1
        if (busyLanes < lanes) void runLane()
      })
    },
  }

  async function runLane(): Promise<void> {
    busyLanes += 1
    for (let batch = takeBatch(); batch.size > 0; batch = takeBatch()) {
      await runBatch(batch)
      for (const boardId of batch.keys()) underWay.delete(boardId)
    }
    busyLanes -= 1
  }

  /** Takes what waits, oldest boards first. A board is in one batch at a time, so its mutations keep their order. */
  function takeBatch(): Batch {
    const batch: Batch = new Map()
    let room = largestBatch
    for (const [boardId, queue] of queues) {
      if (room === 0) break
      if (underWay.has(boardId)) continue
      const taken = queue.splice(0, room)
      if (queue.length === 0) queues.delete(boardId)
      room -= taken.length
      queued -= taken.length
      const wanted = taken.filter(isStillWanted)
      if (wanted.length === 0) continue
      batch.set(boardId, wanted)
      underWay.add(boardId)
    }
    return batch
  }

  /** Every caller has its answer when this resolves; it never rejects. */
  async function runBatch(batch: Batch): Promise<void> {
    const outcome = await attempt(batch)
    if ('error' in outcome) {
      const { error, away } = meaningOf(outcome.error)
      // The commit may be done: to run it again would do twice what has no clientMutationId. And everybody has waited long enough.
      if (away) return rejectAll(batch, error)
    }
    const again = 'error' in outcome ? [...batch.values()].flat() : outcome.locked
    if (again.length === 1 && again[0] && 'error' in outcome) return retryAlone(again[0], outcome.error)
    for (const waiting of again) await retryAlone(waiting, undefined)
  }

  async function retryAlone(waiting: Waiting, firstError: unknown): Promise<void> {
    let error = firstError
    for (let tried = firstError === undefined ? 0 : 1; tried < tries; tried++) {
      if (tried > 0 && !meaningOf(error).transient) break
      const outcome = await attempt(new Map([[waiting.boardId, [waiting]]]))
      if (!('error' in outcome)) return
      error = outcome.error
    }
    waiting.reject(meaningOf(error).error)
  }

  /**
   * Runs a batch in one transaction. Answers the failure that rolled all of it back, or those whose board another transaction holds:
   * only a batch of one board waits for its lock, so that a board that is busy elsewhere keeps nobody else waiting.
   */
  async function attempt(batch: Batch): Promise<{ error: unknown } | { locked: Waiting[] }> {
    let tx: Transaction
    try {
      tx = await deps.database.begin()
    } catch (error) {
      return { error }
    }
    try {
      const { append, answers, locked } = await performAll(tx, batch)
      if (tx.writes > 0) await tx.commit()
      else await tx.rollback()
      for (const answer of answers) answer()
      for (const boardId of append.heads.keys()) deps.nudge(boardId)
      return { locked }
    } catch (error) {
      await tx.rollback()
      return { error: tx.failure ?? error }
    }
  }
}

/** Throws only what has to undo the whole batch. */
async function performAll(tx: Transaction, batch: Batch) {
  const boardIds = [...batch.keys()]
  const [lone] = boardIds
  const lock = boardIds.length === 1 ? tx.rows(lockBoard, [lone ?? '']) : tx.rows(lockFreeBoards, [boardIds])
  const looks = boardIds.map((boardId) => batch.get(boardId)?.[0]?.item.look(tx))
  const [heads, ...looked] = await Promise.all([lock, ...looks])
  const byId = new Map(heads.map((head) => [head.id, head]))
  const append = emptyAppend()
  const ledger: LedgerEntry[] = []
  const answers: (() => void)[] = []
  const locked: Waiting[] = []
  const chains = boardIds.map((boardId, at) => {
    const queue = batch.get(boardId) ?? []
    const head = byId.get(boardId)
    if (head) return performOnBoard({ tx, head, append, ledger }, queue, looked[at], answers)
    if (boardIds.length === 1) answers.push(...queue.map((waiting) => () => waiting.reject(notFound('board'))))
    else locked.push(...queue)
    return Promise.resolve()
  })
  // All of them end before the connection may be given back, also when one has failed.
  const failed = (await Promise.allSettled(chains)).find((chain) => chain.status === 'rejected')
  if (failed) throw failed.reason
  writeAppend(tx, append)
  writeLedger(tx, ledger)
  return { append, answers, locked }
}

type Room = { tx: Transaction; head: BoardHead; append: Append; ledger: LedgerEntry[] }

async function performOnBoard(room: Room, queue: Waiting[], firstLook: unknown, answers: (() => void)[]): Promise<void> {
  const own = countingWrites(room.tx)
  const slot = { ...room, tx: own }
  for (const [at, { item, resolve, reject }] of queue.entries()) {
    const before = own.writes + slot.head.last_seq
    try {
      const value = await item.perform(slot, at === 0 ? firstLook : await item.look(own))
      answers.push(() => resolve(value))
    } catch (error) {
      if (!(error instanceof TandemError) || own.writes + slot.head.last_seq !== before) throw error
      answers.push(() => reject(error))
    }
  }
}

/** The transaction as one board's mutations see it: its count of writes is theirs alone. */
function countingWrites(tx: Transaction): Transaction & { writes: number } {
  const own = {
    ...{ rows: tx.rows, row: tx.row, commit: tx.commit, rollback: tx.rollback, failure: undefined, writes: 0 },
    send(...[statement, values]: Parameters<Transaction['send']>) {
      own.writes += 1
      tx.send(statement, values)
    },
  }
  return own
}

function rejectAll(batch: Batch, error: unknown): void {
  for (const queue of batch.values()) for (const waiting of queue) waiting.reject(error)
}

function isStillWanted(waiting: Waiting): boolean {
  if (performance.now() < waiting.expiresAtMs) return true
  waiting.reject(overloaded())
  return false
}

function overloaded(): TandemError {
  return new TandemError('unavailable', 'More changes are waiting than can be made now. Try again in a moment.', { retryAfterSeconds: 1 })
}
