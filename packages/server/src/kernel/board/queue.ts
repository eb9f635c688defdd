import { availableParallelism } from 'node:os'
import { refusal, type TandemError } from '@tandem/contract'
import type { Database } from '../../db/database.ts'
import { meaningOf } from '../../db/failures.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Nudge } from '../record.ts'
import { attemptBatch, type Batch, type QueuedMutation, type Waiting } from './batch.ts'

/**
 * Waiting mutations share transactions: the locks of their boards are held through one commit instead of one per mutation, and rows are
 * appended in one statement per kind (docs/decisions/batching.md).
 *
 * There are no savepoints: a refusal before the first write costs nothing; any other failure rolls the batch back and runs its mutations
 * again one by one, so that only the faulty one fails. Handlers act on the database alone, so running one again is safe. Not so when the
 * connection is lost: then the batch may have committed.
 */
export type BoardQueues = { run<T, Loaded>(boardId: string, item: QueuedMutation<T, Loaded>): Promise<T> }

const largestBatch = 32
/**
 * Transactions under way at once. More would make the batches smaller, and leave the pool no connections for reads: on two cores a third
 * worker costs 15 to 20 % of a mutation's CPU. The metrics count these as `batch`, and the retry workers as `retry`.
 */
const batchWorkers = Math.max(2, Math.min(3, availableParallelism()))
/** The slow path: boards whose lock another transaction holds, or whose batch has failed. */
const retryWorkers = 2
const longestWaitMs = 5_000
const checkExpiredEveryMs = 500
const longestQueue = 2_000
const tries = 3

/** The mutations of one board, to be run again without other boards: its lock was held, or their batch has failed. */
type Retry = { boardId: string; waiting: Waiting[]; reason: 'locked' | 'failed' | { error: unknown } }

export function createBoardQueues(deps: { database: Database; nudge: Nudge; metrics: Metrics }): BoardQueues {
  const { metrics } = deps
  const queues: Batch = new Map()
  const retries: Retry[] = []
  /** Boards in a batch or among the retries: never in two of them at a time, so that their mutations keep their order. */
  const underWay = new Set<string>()
  let queued = 0
  let busyWorkers = 0
  let busyRetryWorkers = 0
  let expiryTimer: NodeJS.Timeout | undefined
  metrics.boardQueueWaiting.read(() => queued + countOfAll(retries))
  metrics.boardQueueWorkers('batch').read(() => busyWorkers)
  metrics.boardQueueWorkers('retry').read(() => busyRetryWorkers)

  return {
    run<T, Loaded>(boardId: string, item: QueuedMutation<T, Loaded>): Promise<T> {
      if (queued >= longestQueue) return Promise.reject(overload())
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
        if (busyWorkers < batchWorkers) void runBatches()
        expiryTimer ??= setTimeout(rejectExpired, checkExpiredEveryMs).unref()
      })
    },
  }

  async function runBatches(): Promise<void> {
    busyWorkers += 1
    for (let batch = takeBatch(); batch.size > 0; batch = takeBatch()) await runBatch(batch)
    busyWorkers -= 1
  }

  /** Takes waiting mutations, first those of the board that was served longest ago. A board that has more goes to the end of the queue. */
  function takeBatch(): Batch {
    const batch: Batch = new Map()
    let room = largestBatch
    // A copy: a board that has more is appended to the map below, and comes again only in the next batch.
    for (const [boardId, queue] of Array.from(queues)) {
      if (room === 0) break
      if (underWay.has(boardId)) continue
      const taken = take(boardId, queue, room)
      room -= taken.length
      batch.set(boardId, taken)
      underWay.add(boardId)
    }
    return batch
  }

  /** Takes up to `most` mutations of a board, the oldest first. A board with more goes to the end of the queue. */
  function take(boardId: string, queue: Waiting[], most: number): Waiting[] {
    const taken = queue.splice(0, most)
    queues.delete(boardId)
    if (queue.length > 0) queues.set(boardId, queue)
    queued -= taken.length
    const nowMs = performance.now()
    for (const { expiresAtMs } of taken) metrics.boardQueueWait.observe((nowMs - expiresAtMs + longestWaitMs) / 1_000)
    return taken
  }

  async function runBatch(batch: Batch): Promise<void> {
    const outcome = await attemptBatch(deps, batch, 'no board waits')
    const again: Retry[] = []
    if ('locked' in outcome) again.push(...outcome.locked.map((waiting) => retryOf(waiting, 'locked')))
    else {
      const { error, away } = meaningOf(outcome.error)
      // The commit may have succeeded: running it again would repeat mutations without a clientMutationId. And the callers have waited long
      // enough.
      if (away) for (const waiting of [...batch.values()].flat()) waiting.reject(error)
      else again.push(...[...batch.values()].map((waiting) => retryOf(waiting, countOf(batch) === 1 ? outcome : 'failed')))
    }
    const retried = new Set(again.map(({ boardId }) => boardId))
    for (const boardId of batch.keys()) if (!retried.has(boardId)) underWay.delete(boardId)
    retries.push(...again)
    if (retries.length > 0) expiryTimer ??= setTimeout(rejectExpired, checkExpiredEveryMs).unref()
    while (busyRetryWorkers < retryWorkers && retries.length > 0) void runRetries()
  }

  async function runRetries(): Promise<void> {
    busyRetryWorkers += 1
    for (let next = retries.shift(); next; next = retries.shift()) {
      await retry(next)
      underWay.delete(next.boardId)
      if (busyWorkers < batchWorkers && queues.size > 0) void runBatches()
    }
    busyRetryWorkers -= 1
  }

  /** Every caller has its answer when this resolves; it never rejects. */
  async function retry({ boardId, waiting, reason }: Retry): Promise<void> {
    if (reason === 'locked') {
      // Mutations that arrive while another instance holds the lock join the batch, so instances take turns with large batches.
      let hasLock = false
      const takeMore = () => {
        hasLock = true
        return take(boardId, queues.get(boardId) ?? [], largestBatch - waiting.length)
      }
      const outcome = await attemptBatch(deps, new Map([[boardId, waiting]]), { loneBoardWaits: true, takeMore })
      if ('locked' in outcome) return
      const { error, away, busy } = meaningOf(outcome.error)
      // With the board's lock, it was another row that one of them has waited for too long.
      if (away || (busy && !hasLock)) return waiting.forEach((one) => one.reject(error))
    }
    let locked: unknown
    for (const one of waiting) {
      if (locked) one.reject(locked)
      else locked = await runSingle(one, typeof reason === 'object' ? reason.error : undefined)
    }
  }

  /** Runs a mutation in a transaction of its own. Returns the refusal when the board's lock could not be had: the others would not get it either. */
  async function runSingle(waiting: Waiting, firstError: unknown): Promise<unknown> {
    let error = firstError
    for (let tried = firstError === undefined ? 0 : 1; tried < tries; tried++) {
      if (tried > 0 && !meaningOf(error).transient) break
      if (performance.now() >= waiting.expiresAtMs) {
        error = overload()
        break
      }
      const outcome = await attemptBatch(deps, new Map([[waiting.boardId, [waiting]]]), { loneBoardWaits: true })
      if ('locked' in outcome) return undefined
      error = outcome.error
    }
    const meaning = meaningOf(error)
    waiting.reject(meaning.error)
    return meaning.busy ? meaning.error : undefined
  }

  function overload(): TandemError {
    metrics.boardQueueExpired.add()
    return overloaded()
  }

  /** A queue is in the order of arrival. Returns how many mutations it has rejected. */
  function takeExpired(queue: Waiting[]): number {
    const nowMs = performance.now()
    const still = queue.findIndex((waiting) => waiting.expiresAtMs > nowMs)
    const expired = queue.splice(0, still === -1 ? queue.length : still)
    for (const waiting of expired) waiting.reject(overload())
    return expired.length
  }

  /** Rejects mutations that waited longer than `longestWaitMs`. */
  function rejectExpired(): void {
    for (const [boardId, queue] of queues) {
      queued -= takeExpired(queue)
      if (queue.length === 0) queues.delete(boardId)
    }
    for (const { waiting } of retries) takeExpired(waiting)
    expiryTimer = queued > 0 || retries.length > 0 ? setTimeout(rejectExpired, checkExpiredEveryMs).unref() : undefined
  }
}

const retryOf = (waiting: Waiting[], reason: Retry['reason']): Retry => ({ boardId: waiting[0]?.boardId ?? '', waiting, reason })

const countOf = (batch: Batch): number => [...batch.values()].flat().length

const countOfAll = (retries: readonly Retry[]): number => retries.reduce((sum, { waiting }) => sum + waiting.length, 0)

function overloaded(): TandemError {
  return refusal('changesWaiting', {}, { retryAfterSeconds: 1 })
}
