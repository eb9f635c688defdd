import type { FileHandle } from 'node:fs/promises'
import { importFailure } from '@tandem/contract'
import type { Logger } from 'pino'
import { sql } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { imports } from '../db/tables/service/imports.ts'
import { pick, returning, write } from '../db/writes.ts'
import { BrokenFile, brokenFile } from '../domain/transfer/formats/json-parts.ts'
import { openSource } from '../domain/transfer/formats/open-source.ts'
import { createTally } from '../domain/transfer/formats/report.ts'
import { type Claimed, type ImportDeps, LostImport, leaseMs } from '../domain/transfer/import-run.ts'
import { runImport } from '../domain/transfer/run-import.ts'
import type { FileStore } from '../files/store.ts'
import { openUnnamedFile } from '../files/unnamed-file.ts'
import { iso } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan, traceIdOf, traceOf } from '../tracing/spans.ts'
import { whileRenewing } from './leases.ts'

/**
 * Makes boards of files, one at a time. The claim of an import counts the attempt and holds a lease that is renewed meanwhile. An
 * attempt that ends before its time, killed or not, leaves a board without members; the next one deletes it and begins anew.
 * Specification: decisions §3.
 */
export type Imports = {
  /** Runs due imports; answers how many. */
  runOnce(): Promise<number>
  start(): void
  /** Hands back the import under way. */
  stop(): Promise<void>
}

type Outcome = 'done' | 'failed' | 'retry' | 'handed_back' | 'elsewhere'

export type ImportWorkerDeps = ImportDeps & { log: Logger; store: FileStore; maxBytes: number; spoolDirectory: string; metrics: Metrics }

const pollMs = 1_000
/** A document is packed to a tenth and less, its log above all. It is unpacked to the disk and read as a stream. */
const unpackedTimes = 10
const mostAttempts = 4
/** The delay after the first failed attempt, the second, and so on. */
const delaysMs = [5_000, 60_000, 600_000]

const claim = write(
  { now: imports.dueAt, leaseEnd: imports.dueAt },
  ({ now, leaseEnd }) => `update imports i set state = 'running', attempts = i.attempts + 1, failures = i.failures + 1, due_at = ${leaseEnd}
  from (select id from imports where due_at <= ${now} order by due_at limit 1 for update skip locked) due, actors a
  where i.id = due.id and a.id = i.actor_id
  returning i.*, a.kind as actor_kind, a.deactivated_at is not null as actor_gone`,
  returning<Claimed>(),
)
/** The attempt that holds an import. */
const held = pick(imports, ['id', 'attempts'])
const isHeld = (given: { id: string; attempts: string }) => `id = ${given.id} and attempts = ${given.attempts} and state = 'running'`
const renew = write(
  { ...held, leaseEnd: imports.dueAt },
  (given) => `update imports set due_at = ${given.leaseEnd} where ${isHeld(given)} and due_at < ${given.leaseEnd}`,
)
/**
 * Drops the board of an earlier attempt: it has no members, and the worker that removes boards deletes its rows. If two workers run the
 * import, because one was paused for longer than its lease, the older one does not touch the board of the newer one.
 */
const dropBoard = write(
  { ...held, now: parameter<string>('timestamptz') },
  (given) => `update boards b set deleted_at = ${given.now}, key_prefix = '-' || b.id::text from imports i
  where i.id = ${given.id} and i.attempts = ${given.attempts} and b.id = i.board_id and b.deleted_at is null and i.state <> 'done'`,
)
const failuresOf = sql<{ failures: number }>(`select failures from imports where id = $1 and attempts = $2 and state = 'running'`)
const postpone = write(
  { ...held, ...pick(imports, ['dueAt']), uncounted: parameter<number>('int') },
  (given) => `update imports set state = 'queued', due_at = ${given.dueAt}, failures = failures - ${given.uncounted}, done = 0
  where ${isHeld(given)}`,
)
/** Of an attempt that lost its lease: it was held up, and the file is not to blame. Another one has claimed the import since. */
const uncount = write(
  held,
  ({ id, attempts }) => `update imports set failures = failures - 1
  where id = ${id} and attempts > ${attempts} and failures > 0 and state in ('queued', 'running')`,
)
const fail = write(
  { ...held, ...pick(imports, ['report', 'finishedAt']) },
  (
    given,
  ) => `update imports set state = 'failed', due_at = null, file_key = null, report = ${given.report}, finished_at = ${given.finishedAt}
  where ${isHeld(given)}`,
)

export function createImports(deps: ImportWorkerDeps): Imports {
  const { database, clock, log, reservations } = deps
  let stopping = new AbortController()
  const poller = createPoller(deps, { name: 'imports', everyMs: pollMs, poll: runOnce, trouble: 'imports could not be looked for' })

  return {
    runOnce,
    start() {
      stopping = new AbortController()
      poller.start()
    },
    stop() {
      stopping.abort()
      return poller.stop()
    },
  }

  async function runOnce(): Promise<number> {
    let dealtWith = 0
    while (!stopping.signal.aborted) {
      const nowMs = clock.now()
      const claimed = await database.row(claim({ now: iso(nowMs), leaseEnd: iso(nowMs + leaseMs) }))
      if (!claimed) break
      await watched(claimed)
      dealtWith += 1
    }
    return dealtWith
  }

  function watched(claimed: Claimed): Promise<void> {
    const attributes = { 'tandem.import.id': claimed.id, 'tandem.import.attempt': claimed.attempts }
    return inSpan('import', { isJob: true, attributes }, async (span) => {
      const beganMs = performance.now()
      const outcome = await attempt(claimed, log.child(traceIdOf(traceOf(span))))
      deps.metrics.importsEnded(outcome).add()
      deps.metrics.importSeconds.observe((performance.now() - beganMs) / 1_000)
      span.setAttribute('tandem.outcome', outcome)
    })
  }

  async function attempt(claimed: Claimed, log: Logger): Promise<Outcome> {
    let outcome: Outcome = 'done'
    await database.rows(dropBoard({ ...claimed, now: iso(clock.now()) }))
    try {
      // Earlier attempts that ended with their process were counted, and none is left.
      if (claimed.failures > mostAttempts) throw brokenFile('interrupted')
      if (claimed.actorGone) throw brokenFile('accountDeactivated')
      await importFile(claimed)
      log.info({ importId: claimed.id }, 'a board was imported')
    } catch (error) {
      outcome = await settle(claimed, error, log)
    }
    if (claimed.fileKey !== null) await reservations.discard(claimed.fileKey)
    return outcome
  }

  async function importFile(claimed: Claimed): Promise<void> {
    const keep = () => database.rows(renew({ ...claimed, leaseEnd: iso(clock.now() + leaseMs) }))
    await whileRenewing(clock, keep, () => importHeld(claimed))
  }

  async function importHeld(claimed: Claimed): Promise<void> {
    const handle = await openUnnamedFile(deps.spoolDirectory)
    try {
      await fill(handle, claimed.fileKey ?? '')
      const limits = { mostDocumentBytes: deps.maxBytes * unpackedTimes, spoolDirectory: deps.spoolDirectory }
      const source = await openSource(handle, claimed.filename, limits)
      try {
        await runImport(deps, claimed, source, stopping.signal)
      } finally {
        await source.close()
      }
    } finally {
      await handle.close()
    }
  }

  async function fill(handle: FileHandle, key: string): Promise<void> {
    await handle.writeFile((await deps.store.get(key)) as AsyncIterable<Buffer>)
  }

  async function settle(claimed: Claimed, error: unknown, log: Logger): Promise<Outcome> {
    const { id: importId, attempts } = claimed
    const stillHeld = error instanceof LostImport ? undefined : await database.row(failuresOf, [importId, attempts])
    if (!stillHeld) {
      log.warn({ importId }, 'an import continued on another instance')
      await database.rows(uncount(claimed))
      return 'elsewhere'
    }
    const { failures } = stillHeld
    let outcome: Outcome
    const nowMs = clock.now()
    if (stopping.signal.aborted) {
      outcome = 'handed_back'
      await database.rows(postpone({ ...claimed, dueAt: iso(nowMs), uncounted: 1 }))
    } else if (error instanceof BrokenFile || failures >= mostAttempts) {
      outcome = 'failed'
      const isBroken = error instanceof BrokenFile
      if (isBroken) log.info({ importId, reason: error.message }, 'a file could not be imported')
      else log.warn({ err: error, importId, failures }, 'an import has failed for good')
      const why = isBroken ? error.why : importFailure('failedRepeatedly')
      await database.rows(fail({ ...claimed, report: createTally(null).report(why), finishedAt: iso(nowMs) }))
    } else {
      outcome = 'retry'
      log.warn({ err: error, importId, failures }, 'an import is tried again later')
      await database.rows(postpone({ ...claimed, dueAt: iso(nowMs + (delaysMs[failures - 1] ?? 0)), uncounted: 0 }))
    }
    await database.rows(dropBoard({ ...claimed, now: iso(nowMs) }))
    return outcome
  }
}
