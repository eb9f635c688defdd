import { availableParallelism } from 'node:os'
import { TandemError } from '@tandem/contract'
import type { Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { attemptBatch, type Batch, type QueuedMutation, type Waiting } from './board-batch.ts'
import type { Nudge } from './record.ts'

/**
 * The mutations that wait share transactions: the locks of their boards are held through one commit instead of one per mutation,
 * and what is appended goes out in one statement per kind of row (docs/decisions/batching.md).
 *
 * There are no savepoints: a refusal before the first write costs nothing; any other failure rolls the batch back and runs its
 * mutations again one by one, so that only the one at fault fails. Handlers act on the database alone, so running one again is safe.
 * Not so when the connection is lost, for nobody knows then whether the batch was rolled back.
 */
export type BoardQueues = { run<T, Look>(boardId: string, item: QueuedMutation<T, Look>): Promise<T> }

const largestBatch = 32
/**
 * Transactions under way at once. More would make the batches smaller, and leave the pool no connections for reads: on two cores a third
 * lane costs 15 to 20 % of a mutation's CPU.
 */
const lanes = Math.max(2, Math.min(3, availableParallelism()))
/** Beside them, boards whose lock another transaction holds, or whose batch has failed: these may take long. */
const sidings = 2
const longestWaitMs = 5_000
const lookForExpiredMs = 500
const longestQueue = 2_000
const tries = 3

/** The mutations of one board that could not share a transaction with others: its lock was held, or their batch has failed. */
type Stray = { boardId: string; waiting: Waiting[]; because: 'locked' | 'failed' | { error: unknown } }

export function createBoardQueues(deps: { database: Database; nudge: Nudge; metrics: Metrics }): BoardQueues {
  const { metrics } = deps
  const queues: Batch = new Map()
  const strays: Stray[] = []
  /** Boards in a lane or among the strays: a board is in one place at a time, so its mutations keep their order. */
  const underWay = new Set<string>()
  let queued = 0
  let busyLanes = 0
  let busySidings = 0
  let watch: NodeJS.Timeout | undefined
  metrics.boardQueueWaiting.read(() => queued + countOfAll(strays))
  metrics.boardQueueLanes('main').read(() => busyLanes)
  metrics.boardQueueLanes('siding').read(() => busySidings)

  return {
    run<T, Look>(boardId: string, item: QueuedMutation<T, Look>): Promise<T> {
      if (queued >= longestQueue) return Promise.reject(turnedAway())
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
        watch ??= setTimeout(sendAwayExpired, lookForExpiredMs).unref()
      })
    },
  }

  async function runLane(): Promise<void> {
    busyLanes += 1
    for (let batch = takeBatch(); batch.size > 0; batch = takeBatch()) await runBatch(batch)
    busyLanes -= 1
  }

  /** Takes what waits, the board first whose turn is longest ago. A board that has more goes to the end of the line. */
  function takeBatch(): Batch {
    const batch: Batch = new Map()
    const nowMs = performance.now()
    let room = largestBatch
    for (const [boardId, queue] of [...queues]) {
      if (room === 0) break
      if (underWay.has(boardId)) continue
      const taken = queue.splice(0, room)
      queues.delete(boardId)
      if (queue.length > 0) queues.set(boardId, queue)
      room -= taken.length
      queued -= taken.length
      batch.set(boardId, taken)
      underWay.add(boardId)
      for (const { expiresAtMs } of taken) metrics.boardQueueWait.observe((nowMs - expiresAtMs + longestWaitMs) / 1_000)
    }
    if (batch.size > 0) metrics.boardQueueBatch.observe(largestBatch - room)
    return batch
  }

  async function runBatch(batch: Batch): Promise<void> {
    const outcome = await attempt(batch, 'nobody waits')
    const again: Stray[] = []
    if ('locked' in outcome) again.push(...outcome.locked.map((waiting) => strayOf(waiting, 'locked')))
    else {
      const { error, away } = meaningOf(outcome.error)
      // The commit may be done: to run it again would do twice what has no clientMutationId. And everybody has waited long enough.
      if (away) for (const waiting of [...batch.values()].flat()) waiting.reject(error)
      else again.push(...[...batch.values()].map((waiting) => strayOf(waiting, countOf(batch) === 1 ? outcome : 'failed')))
    }
    const astray = new Set(again.map(({ boardId }) => boardId))
    for (const boardId of batch.keys()) if (!astray.has(boardId)) underWay.delete(boardId)
    strays.push(...again)
    if (strays.length > 0) watch ??= setTimeout(sendAwayExpired, lookForExpiredMs).unref()
    while (busySidings < sidings && strays.length > 0) void runSiding()
  }

  async function runSiding(): Promise<void> {
    busySidings += 1
    for (let stray = strays.shift(); stray; stray = strays.shift()) {
      await runStray(stray)
      underWay.delete(stray.boardId)
      if (busyLanes < lanes && queues.size > 0) void runLane()
    }
    busySidings -= 1
  }

  /** Every caller has its answer when this resolves; it never rejects. */
  async function runStray({ boardId, waiting, because }: Stray): Promise<void> {
    if (because === 'locked') {
      const outcome = await attempt(new Map([[boardId, waiting]]), 'lone board waits')
      if ('locked' in outcome) return
      const { error, away, busy } = meaningOf(outcome.error)
      if (away || busy) return waiting.forEach((one) => one.reject(error))
    }
    let locked: unknown
    for (const one of waiting) {
      if (locked) one.reject(locked)
      else locked = await runAlone(one, typeof because === 'object' ? because.error : undefined)
    }
  }

  /** Runs a mutation in a transaction of its own. Answers the refusal when the board's lock could not be had: nobody else will get it. */
  async function runAlone(waiting: Waiting, firstError: unknown): Promise<unknown> {
    let error = firstError
    for (let tried = firstError === undefined ? 0 : 1; tried < tries; tried++) {
      if (tried > 0 && !meaningOf(error).transient) break
      if (performance.now() >= waiting.expiresAtMs) {
        error = turnedAway()
        break
      }
      const outcome = await attempt(new Map([[waiting.boardId, [waiting]]]), 'lone board waits')
      if ('locked' in outcome) return undefined
      error = outcome.error
    }
    const meaning = meaningOf(error)
    waiting.reject(meaning.error)
    return meaning.busy ? meaning.error : undefined
  }

  async function attempt(batch: Batch, waits: Parameters<typeof attemptBatch>[2]): ReturnType<typeof attemptBatch> {
    const outcome = await attemptBatch(deps, batch, waits)
    metrics.boardQueueOutcomes('error' in outcome ? 'failed' : outcome.locked.length > 0 ? 'locked' : 'done').add()
    return outcome
  }

  function turnedAway(): TandemError {
    metrics.boardQueueExpired.add()
    return overloaded()
  }

  /** A queue is in the order of arrival. Answers how many it held. */
  function takeExpired(queue: Waiting[]): number {
    const nowMs = performance.now()
    const still = queue.findIndex((waiting) => waiting.expiresAtMs > nowMs)
    const expired = queue.splice(0, still === -1 ? queue.length : still)
    for (const waiting of expired) waiting.reject(turnedAway())
    return expired.length
  }

  /** Whoever waits for too long is sent away. */
  function sendAwayExpired(): void {
    for (const [boardId, queue] of queues) {
      queued -= takeExpired(queue)
      if (queue.length === 0) queues.delete(boardId)
    }
    for (const { waiting } of strays) takeExpired(waiting)
    watch = queued > 0 || strays.length > 0 ? setTimeout(sendAwayExpired, lookForExpiredMs).unref() : undefined
  }
}

const strayOf = (waiting: Waiting[], because: Stray['because']): Stray => ({ boardId: waiting[0]?.boardId ?? '', waiting, because })

const countOf = (batch: Batch): number => [...batch.values()].flat().length

const countOfAll = (strays: readonly Stray[]): number => strays.reduce((sum, { waiting }) => sum + waiting.length, 0)

function overloaded(): TandemError {
  return new TandemError('unavailable', 'More changes are waiting than can be made now. Try again in a moment.', { retryAfterSeconds: 1 })
}
