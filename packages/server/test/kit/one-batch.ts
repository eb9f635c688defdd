import { expect } from 'vitest'
import { scrape } from '../metrics/scrape.ts'
import { whileBoardIsHeld } from './database.ts'
import { type Answer, until } from './http.ts'
import type { TestService } from './service.ts'

export const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

export const seenOf = (tandem: TestService) => scrape(tandem.withToken(METRICS_TOKEN))

type Waiting = { boardId: string; changes: readonly (() => Promise<Answer>)[]; beforeRelease?: () => Promise<void> }

/** The first waits for the lock alone. The rest comes behind it, in this order, and joins its batch once the lock is free. */
export async function inOneBatch(tandem: TestService, { boardId, changes, beforeRelease }: Waiting): Promise<Answer[]> {
  const failedBefore = await failedBatches(tandem)
  const answered = await queued(tandem, { boardId, changes, ...(beforeRelease && { beforeRelease }) })
  // A batch that fails is run again, change by change, which would hide what it did wrong.
  expect((await failedBatches(tandem)) - failedBefore).toBe(0)
  return answered
}

export const failedBatches = async (tandem: TestService): Promise<number> =>
  (await seenOf(tandem)).get('tandem_board_queue_batches_total{outcome="failed"}') ?? 0

/** The same for a batch that may fail. */
export async function queued(tandem: TestService, { boardId, changes, beforeRelease }: Waiting): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  await whileBoardIsHeld(tandem.database.pool, boardId, async () => {
    for (const [at, change] of changes.entries()) {
      answers.push(change())
      await until(async () => {
        const seen = await seenOf(tandem)
        if (at === 0) return seen.get('tandem_board_queue_workers_busy{kind="retry"}') === 1
        return seen.get('tandem_board_queue_waiting') === at
      })
    }
    await beforeRelease?.()
  })
  return Promise.all(answers)
}
