import { TandemError } from '@tandem/contract'
import type { Database, Transaction } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import { notFound } from './access.ts'
import { writeLedger } from './ledger.ts'
import type { Nudge, Slot } from './mutate.ts'
import { emptyAppend, lockBoard, writeAppend } from './record.ts'

/**
 * The mutations that wait for one board share a transaction: the board's lock is held through one commit instead of one
 * per mutation, and a hot board occupies one connection instead of all of them (docs/decisions/batching.md).
 *
 * There are no savepoints: a refusal before the first write costs nothing; any other failure rolls the batch back and
 * runs its mutations again one by one, so that only the one at fault fails. Handlers act on the database alone, so
 * running one again is safe.
 */
export type QueuedMutation<T, Look = unknown> = {
  /** What has to be read under the lock before anything else; that of a batch's first mutation travels with the lock. */
  look(tx: Transaction): Promise<Look>
  perform(slot: Slot, looked: Look): Promise<T>
}

type Waiting = { item: QueuedMutation<unknown>; resolve(value: unknown): void; reject(error: unknown): void; expiresAtMs: number }

const largestBatch = 32
const longestWaitMs = 5_000
const longestQueue = 1_000
const tries = 3

export type BoardQueues = { run<T, Look>(boardId: string, item: QueuedMutation<T, Look>): Promise<T> }

export function createBoardQueues(deps: { database: Database; nudge: Nudge }): BoardQueues {
  const queues = new Map<string, Waiting[]>()

  return {
    run<T, Look>(boardId: string, item: QueuedMutation<T, Look>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const waiting: Waiting = {
          item: item as QueuedMutation<unknown>,
          resolve: resolve as (value: unknown) => void,
          reject,
          expiresAtMs: performance.now() + longestWaitMs,
        }
        const queue = queues.get(boardId)
        if (!queue) {
          queues.set(boardId, [waiting])
          void drain(boardId)
        } else if (queue.length < longestQueue) queue.push(waiting)
        else reject(busy())
      })
    },
  }

  async function drain(boardId: string): Promise<void> {
    const queue = queues.get(boardId) ?? []
    while (queue.length > 0) {
      const batch = queue.splice(0, largestBatch).filter(stillWanted)
      if (batch.length > 0) await runBatch(boardId, batch)
    }
    queues.delete(boardId)
  }

  async function runBatch(boardId: string, batch: Waiting[]): Promise<void> {
    const failure = await attempt(boardId, batch)
    if (!failure) return
    if (batch.length === 1) return retryAlone(boardId, batch[0] as Waiting, failure.error)
    for (const waiting of batch) await runBatch(boardId, [waiting])
  }

  async function retryAlone(boardId: string, waiting: Waiting, firstError: unknown): Promise<void> {
    let error = firstError
    for (let tried = 1; tried < tries && meaningOf(error).transient; tried++) {
      const failure = await attempt(boardId, [waiting])
      if (!failure) return
      error = failure.error
    }
    waiting.reject(meaningOf(error).error)
  }

  /** Runs a batch in one transaction. Answers the failure that rolled it back, or undefined once every caller has its answer. */
  async function attempt(boardId: string, batch: Waiting[]): Promise<{ error: unknown } | undefined> {
    let tx: Transaction
    try {
      tx = await deps.database.begin()
    } catch (error) {
      return { error }
    }
    const answers: (() => void)[] = []
    try {
      const recorded = await performAll(tx, boardId, batch, answers)
      if (tx.writes > 0) await tx.commit()
      else await tx.rollback()
      for (const answer of answers) answer()
      if (recorded) deps.nudge(boardId)
      return undefined
    } catch (error) {
      await tx.rollback()
      return { error: tx.failure ?? error }
    }
  }

  /** Throws only what has to undo the whole batch. */
  async function performAll(tx: Transaction, boardId: string, batch: Waiting[], answers: (() => void)[]): Promise<boolean> {
    const [head, firstLook] = await Promise.all([tx.row(lockBoard, [boardId]), batch[0]?.item.look(tx)])
    const append = emptyAppend()
    const slot = head && { tx, head, append, ledger: [] }
    for (const [at, { item, resolve, reject }] of batch.entries()) {
      const before = append.activities.length
      const wroteBefore = tx.writes
      try {
        if (!slot) throw notFound('board')
        const value = await item.perform(slot, at === 0 ? firstLook : await item.look(tx))
        answers.push(() => resolve(value))
      } catch (error) {
        if (!(error instanceof TandemError) || tx.writes !== wroteBefore || append.activities.length !== before) throw error
        answers.push(() => reject(error))
      }
    }
    writeAppend(tx, append)
    writeLedger(tx, slot?.ledger ?? [])
    return append.activities.length > 0
  }

  function stillWanted(waiting: Waiting): boolean {
    if (performance.now() < waiting.expiresAtMs) return true
    waiting.reject(busy())
    return false
  }
}

function busy(): TandemError {
  return new TandemError('unavailable', 'This board has more work queued than it can do now. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
