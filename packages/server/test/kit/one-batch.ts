import { expect } from 'vitest'
import { scrape } from '../metrics/scrape.ts'
import { whileBoardIsHeld } from './database.ts'
import { type Answer, until } from './http.ts'
import type { TestService } from './service.ts'

export const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

export const seenOf = (tandem: TestService) => scrape(tandem.withToken(METRICS_TOKEN))

type Waiting = { boardId: string; changes: readonly (() => Promise<Answer>)[]; beforeRelease?: () => Promise<void> }

/** The first waits for the lock alone. The rest comes behind it, in this order, and joins its batch once the lock is free. */
export async function inOneBatch(tandem: TestService, waiting: Waiting): Promise<Answer[]> {
  const { answers, failed } = await queued(tandem, waiting)
  // A batch that fails is run again, change by change, which would hide what it did wrong.
  expect(failed).toBe(0)
  return answers
}

/** The same for a batch that may fail: with the number of those that have failed since the lock was free. */
export async function queued(tandem: TestService, waiting: Waiting): Promise<{ answers: Answer[]; failed: number }> {
  for (;;) {
    const { answers, failedBefore } = await queueUp(tandem, waiting)
    const answered = await Promise.all(answers)
    if (failedBefore !== null) return { answers: answered, failed: (await failedBatches(tandem)) - failedBefore }
  }
}

/**
 * `failedBefore` is null when a change had its answer while the board was held: on a slow machine it takes longer to send all of them than a change
 * may wait. All of them are refused then, and leave nothing behind.
 */
async function queueUp(tandem: TestService, { boardId, changes, beforeRelease }: Waiting) {
  const answers: Promise<Answer>[] = []
  let isTooLate = false
  const failedBefore = await whileBoardIsHeld(tandem.database.pool, boardId, async () => {
    for (const [at, change] of changes.entries()) {
      if (isTooLate) break
      answers.push(change().finally(() => void (isTooLate = true)))
      await until(async () => isTooLate || isInPlace(await seenOf(tandem), at))
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
  (await seenOf(tandem)).get('tandem_board_queue_batches_total{outcome="failed"}') ?? 0
