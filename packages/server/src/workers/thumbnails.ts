import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { attachments } from '../db/tables/cards/attachments.ts'
import { pick, returning, update, write } from '../db/writes.ts'
import { loadMakeThumbnail, thumbnailPixels, UnfitImage } from '../files/make-thumbnail.ts'
import type { Reservations } from '../files/reservations.ts'
import type { FileStore } from '../files/store.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan, traceIdOf, traceOf } from '../tracing/spans.ts'
import { whileRenewing } from './leases.ts'

/**
 * Makes attached images small, one at a time. The claim of an image counts the attempt and moves the next one past the lease first: an
 * image that takes the process down is given up after a few attempts. Specification: decisions §3.
 */
export type Thumbnails = {
  /** Makes due thumbnails; answers for how many images. */
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
type Claimed = { id: string; fileKey: string; attempts: number }

const pollMs = 2_000
/** With the poll, another instance takes over within 10 s. Renewed while the image is read and made small. */
const leaseMs = 7_500
const mostAttempts = 4
/** The delay after the first failure of the store, the second, and so on. */
const delaysMs = [60_000, 600_000, 3_600_000]

const claim = write(
  { now: attachments.thumbnailDueAt, leaseEnd: attachments.thumbnailDueAt },
  ({ now, leaseEnd }) => `update attachments set thumbnail_attempts = thumbnail_attempts + 1, thumbnail_due_at = ${leaseEnd}
  where id = (select id from attachments where thumbnail_due_at <= ${now} order by thumbnail_due_at limit 1 for update skip locked)
  returning id, file_key, thumbnail_attempts as attempts`,
  returning<Claimed>(),
)
const renew = write(
  { id: attachments.id, attempts: attachments.thumbnailAttempts, leaseEnd: attachments.thumbnailDueAt },
  ({ id, attempts, leaseEnd }) => `update attachments set thumbnail_due_at = ${leaseEnd}
  where id = ${id} and thumbnail_attempts = ${attempts} and thumbnail_due_at < ${leaseEnd}`,
)
/** One statement: an attachment that was deleted meanwhile keeps nothing, and its images are orphans. */
const keepBoth = write(
  pick(attachments, ['id', 'smallKey', 'largeKey']),
  ({ id, smallKey, largeKey }) => `with shown as (
    update attachments set small_key = ${smallKey}, large_key = ${largeKey}, thumbnail_due_at = null, thumbnail_failure = null
    where id = ${id} and small_key is null returning id
  ) update files set kept = true where key in (${smallKey}, ${largeKey}) and exists (select from shown)`,
)
const postpone = update(attachments, { key: ['id'], set: ['thumbnailDueAt', 'thumbnailFailure'] })

export function createThumbnails({ database, clock, log, store, reservations, metrics }: ThumbnailDeps): Thumbnails {
  let stopped = false
  const trouble = 'images could not be made small'
  const poller = createPoller({ clock, log, metrics }, { name: 'thumbnails', everyMs: pollMs, poll: runOnce, trouble })
  let loaded: ReturnType<typeof loadMakeThumbnail> | undefined

  return {
    runOnce,
    start() {
      stopped = false
      poller.start()
    },
    stop() {
      stopped = true
      return poller.stop()
    },
  }

  async function runOnce(): Promise<number> {
    let made = 0
    while (!stopped) {
      const nowMs = clock.now()
      const claimed = await database.row(claim({ now: iso(nowMs), leaseEnd: iso(nowMs + leaseMs) }))
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
    // Earlier attempts that ended with their process were counted, and none is left.
    if (claimed.attempts > mostAttempts) return settle(claimed, new UnfitImage('it could not be made small'), log)
    const keep = () => database.rows(renew({ ...claimed, leaseEnd: iso(clock.now() + leaseMs) }))
    try {
      await whileRenewing(clock, keep, () => makeBoth(claimed))
      return 'made'
    } catch (error) {
      return settle(claimed, error, log)
    }
  }

  async function makeBoth({ id, fileKey }: Claimed): Promise<void> {
    loaded ??= loadMakeThumbnail()
    const makeSmall = await loaded
    if (!makeSmall) throw new UnfitImage('this service makes no thumbnails')
    const image = await buffer(await store.get(fileKey))
    const keys: string[] = []
    const writeAt = async (pixels: number): Promise<string> => {
      const key = await reservations.write(chunksOf(await makeSmall(image, pixels)))
      keys.push(key)
      return key
    }
    try {
      const smallKey = await writeAt(thumbnailPixels.small)
      const largeKey = await writeAt(thumbnailPixels.large)
      await database.rows(keepBoth({ id, smallKey, largeKey }))
    } finally {
      // Keys that the attachment names by now are kept.
      for (const key of keys) await reservations.discard(key)
    }
  }

  async function settle({ id, attempts }: Claimed, error: unknown, log: Logger): Promise<Outcome> {
    const isFinal = error instanceof UnfitImage || attempts >= mostAttempts
    const delayMs = delaysMs[attempts - 1] ?? 0
    log.warn({ err: error, attachmentId: id, attempts }, isFinal ? 'an image has no thumbnails' : 'an image is tried again later')
    const reason = error instanceof UnfitImage ? error.message : 'the store failed'
    const thumbnailDueAt = isFinal ? null : iso(clock.now() + delayMs)
    await database.rows(postpone({ id, thumbnailDueAt, thumbnailFailure: reason }))
    return isFinal ? 'failed' : 'retry'
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
