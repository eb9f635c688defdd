import { expect } from 'vitest'
import { scrape } from '../metrics/scrape.ts'
import { whileBoardIsHeld } from './database.ts'
import { type Answer, until } from './http.ts'
import type { TestService } from './service.ts'

export const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

export const metricsOf = (tandem: TestService) => scrape(tandem.withToken(METRICS_TOKEN))

type Waiting = { boardId: string; changes: readonly (() => Promise<Answer>)[]; beforeRelease?: () => Promise<void> }

/** Runs changes in one batch: the first waits for the board lock, the others queue in this order and join it once the lock is free. */
export async function inOneBatch(tandem: TestService, waiting: Waiting): Promise<Answer[]> {
  const { answers, failed } = await queued(tandem, waiting)
  // A failed batch is run again change by change, which would hide the failure.
  expect(failed).toBe(0)
  return answers
}

/** The same for a batch that may fail. `failed` is the number of batches that failed after the lock was free. */
export async function queued(tandem: TestService, waiting: Waiting): Promise<{ answers: Answer[]; failed: number }> {
  for (;;) {
    const { answers, failedBefore } = await queueUp(tandem, waiting)
    const answered = await Promise.all(answers)
    if (failedBefore !== null) return { answers: answered, failed: (await failedBatches(tandem)) - failedBefore }
  }
}

/**
 * `failedBefore` is null if a change was answered while the board was held: on a slow machine, sending all changes may take longer than a change
 * may wait. All of them are refused then, and the caller tries again.
 */
async function queueUp(tandem: TestService, { boardId, changes, beforeRelease }: Waiting) {
  const answers: Promise<Answer>[] = []
  let isTooLate = false
  const failedBefore = await whileBoardIsHeld(tandem.database.pool, boardId, async () => {
    for (const [at, change] of changes.entries()) {
      if (isTooLate) break
      answers.push(change().finally(() => void (isTooLate = true)))
      await until(async () => isTooLate || isInPlace(await metricsOf(tandem), at))
    }
    const failed = await failedBatches(tandem)
    await beforeRelease?.()
    if (isTooLate) await Promise.allSettled(answers)
    return isTooLate ? null : failed
  })
  return { answers, failedBefore }
}

const isInPlace = (seen: Map<string, number>, at: number): boolean =>
  at === 0 ? seen.get('tandem_board_queue_workers_busy{kind="retry"}') === 1 : seen.get('tandem_board_queue_waiting') === at

const failedBatches = async (tandem: TestService): Promise<number> =>
  (await metricsOf(tandem)).get('tandem_board_queue_batches_total{outcome="failed"}') ?? 0
