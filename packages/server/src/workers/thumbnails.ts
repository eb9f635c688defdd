import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { loadMakeSmall, thumbnailPixels, UnfitImage } from '../files/make-small.ts'
import type { Reservations } from '../files/reservations.ts'
import type { FileStore } from '../files/store.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan, traceIdOf, traceOf } from '../tracing/spans.ts'

/**
 * Makes attached images small, one at a time. Whoever claims an image counts the attempt and moves the next one past the lease first: an
 * image that takes the process down is given up after a few attempts. Specification: decisions §3.
 */
export type Thumbnails = {
  /** Makes what is due; answers how many images that was. */
  runOnce(): Promise<number>
  start(): void
  /** Waits for the image under way. */
  stop(): Promise<void>
}

export type ThumbnailDeps = {
  database: Database
  clock: Clock
  log: Logger
  store: FileStore
  reservations: Reservations
  metrics: Metrics
}

type Outcome = 'made' | 'retry' | 'failed'
type Claimed = { id: string; file_key: string; attempts: number }

const pollMs = 2_000
/** Longer than reading an image, making it small twice and writing it may take. */
const leaseMs = 180_000
const mostAttempts = 4
/** After the first failure, the second, …; the store was away. */
const delaysMs = [60_000, 600_000, 3_600_000]

const claim = sql<Claimed>(`update attachments set thumbnail_attempts = thumbnail_attempts + 1, thumbnail_due_at = $2
  where id = (select id from attachments where thumbnail_due_at <= $1 order by thumbnail_due_at limit 1 for update skip locked)
  returning id, file_key, thumbnail_attempts as attempts`)
/** One statement: an attachment that was deleted meanwhile keeps nothing, and its images are orphans. */
const keepBoth = sql(`with shown as (
    update attachments set small_key = $2, large_key = $3, thumbnail_due_at = null, thumbnail_failure = null
    where id = $1 and small_key is null returning id
  ) update files set kept = true where key in ($2, $3) and exists (select from shown)`)
const postpone = sql('update attachments set thumbnail_due_at = $2, thumbnail_failure = $3 where id = $1')

export function createThumbnails({ database, clock, log, store, reservations, metrics }: ThumbnailDeps): Thumbnails {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let callOff = () => {}
  let loaded: ReturnType<typeof loadMakeSmall> | undefined

  return {
    runOnce,
    start() {
      stopped = false
      wait()
    },
    async stop() {
      stopped = true
      callOff()
      await running
    },
  }

  function wait(): void {
    callOff = clock.after(pollMs, () => {
      running = runOnce()
        .then(() => metrics.rounds('thumbnails', 'ok').add())
        .catch((error: unknown) => {
          metrics.rounds('thumbnails', 'failed').add()
          log.warn({ err: error }, 'images could not be made small; trying again')
        })
        .finally(() => {
          if (!stopped) wait()
        })
    })
  }

  async function runOnce(): Promise<number> {
    let made = 0
    while (!stopped) {
      const nowMs = clock.now()
      const claimed = await database.row(claim, [iso(nowMs), iso(nowMs + leaseMs)])
      if (!claimed) break
      await watched(claimed)
      made += 1
    }
    return made
  }

  function watched(claimed: Claimed): Promise<void> {
    const attributes = { 'tandem.attachment.id': claimed.id, 'tandem.thumbnail.attempt': claimed.attempts }
    return inSpan('thumbnail', { isJob: true, attributes }, async (span) => {
      const beganMs = performance.now()
      const outcome = await attempt(claimed, log.child(traceIdOf(traceOf(span))))
      metrics.thumbnails(outcome).add()
      metrics.thumbnailSeconds.observe((performance.now() - beganMs) / 1_000)
      span.setAttribute('tandem.outcome', outcome)
    })
  }

  async function attempt(claimed: Claimed, log: Logger): Promise<Outcome> {
    // More than there can be: the ones before ended with the process.
    if (claimed.attempts > mostAttempts) return settle(claimed, new UnfitImage('it could not be made small'), log)
    try {
      await makeBoth(claimed)
      return 'made'
    } catch (error) {
      return settle(claimed, error, log)
    }
  }

  async function makeBoth({ id, file_key }: Claimed): Promise<void> {
    loaded ??= loadMakeSmall()
    const makeSmall = await loaded
    if (!makeSmall) throw new UnfitImage('this service makes no thumbnails')
    const image = await buffer(await store.get(file_key))
    const keys: string[] = []
    try {
      for (const pixels of [thumbnailPixels.small, thumbnailPixels.large]) {
        const small = await makeSmall(image, pixels)
        keys.push(await reservations.write(chunksOf(small)))
      }
      await database.rows(keepBoth, [id, ...keys])
    } finally {
      // What was kept stays.
      for (const key of keys) await reservations.discard(key)
    }
  }

  async function settle({ id, attempts }: Claimed, error: unknown, log: Logger): Promise<Outcome> {
    const isFinal = error instanceof UnfitImage || attempts >= mostAttempts
    const delayMs = delaysMs[attempts - 1] ?? 0
    log.warn({ err: error, attachmentId: id, attempts }, isFinal ? 'an image stays without thumbnails' : 'an image is tried again later')
    const reason = error instanceof UnfitImage ? error.message : 'the store failed'
    await database.rows(postpone, [id, isFinal ? null : iso(clock.now() + delayMs), reason])
    return isFinal ? 'failed' : 'retry'
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
