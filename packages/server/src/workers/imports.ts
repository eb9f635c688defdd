import type { FileHandle } from 'node:fs/promises'
import type { Logger } from 'pino'
import { sql } from '../db/database.ts'
import { type Claimed, type ImportDeps, LostImport, leaseMs } from '../domain/transfer/import-run.ts'
import { BrokenFile } from '../domain/transfer/json-parts.ts'
import { openSource } from '../domain/transfer/open-source.ts'
import { createTally } from '../domain/transfer/report.ts'
import { runImport } from '../domain/transfer/run-import.ts'
import { openNameless } from '../files/nameless.ts'
import type { FileStore } from '../files/store.ts'
import { iso } from '../kernel/clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan, traceIdOf, traceOf } from '../tracing/spans.ts'

/**
 * Makes boards of files, one at a time. Whoever claims an import counts the attempt and holds it by a lease that each page moves on. An
 * attempt that ends before its time, killed or not, leaves a board that nobody is a member of; the next one deletes it and begins anew.
 * Specification: decisions §3.
 */
export type Imports = {
  /** Makes what is due; answers how many imports it has dealt with. */
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
/** After the first attempt that failed, the second, …. */
const delaysMs = [5_000, 60_000, 600_000]

const claim = sql<Claimed>(`update imports i set state = 'running', attempts = i.attempts + 1, failures = i.failures + 1, due_at = $2
  from (select id from imports where due_at <= $1 order by due_at limit 1 for update skip locked) due, actors a
  where i.id = due.id and a.id = i.actor_id
  returning i.*, a.kind as actor_kind, a.deactivated_at is not null as actor_gone`)
/** What an attempt before has made: nobody is a member of it, and the worker that removes boards takes it from here. */
const dropBoard = sql(`update boards b set deleted_at = $2, key_prefix = '-' || b.id::text from imports i
  where i.id = $1 and b.id = i.board_id and b.deleted_at is null and i.state <> 'done'`)
const postpone = sql(
  `update imports set state = 'queued', due_at = $3, failures = $4, done = 0 where id = $1 and attempts = $2 and state = 'running'`,
)
const fail = sql<{ id: string }>(`update imports set state = 'failed', due_at = null, file_key = null, report = $3, finished_at = $4
  where id = $1 and attempts = $2 and state = 'running' returning id`)

export function createImports(deps: ImportWorkerDeps): Imports {
  const { database, clock, log, reservations } = deps
  let stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let callOff = () => {}

  return {
    runOnce,
    start() {
      stopping = new AbortController()
      wait()
    },
    async stop() {
      stopping.abort()
      callOff()
      await running
    },
  }

  function wait(): void {
    callOff = clock.after(pollMs, () => {
      running = runOnce()
        .then(() => deps.metrics.rounds('imports', 'ok').add())
        .catch((error: unknown) => {
          deps.metrics.rounds('imports', 'failed').add()
          log.warn({ err: error }, 'imports could not be looked for; trying again')
        })
        .finally(() => {
          if (!stopping.signal.aborted) wait()
        })
    })
  }

  async function runOnce(): Promise<number> {
    let dealtWith = 0
    while (!stopping.signal.aborted) {
      const nowMs = clock.now()
      const claimed = await database.row(claim, [iso(nowMs), iso(nowMs + leaseMs)])
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
    await database.rows(dropBoard, [claimed.id, iso(clock.now())])
    try {
      // More than there can be: the ones before ended with the process.
      if (claimed.failures > mostAttempts) throw new BrokenFile('The file could not be imported: each attempt ended too early.')
      if (claimed.actor_gone) throw new BrokenFile('The account that sent the file is deactivated.')
      await importFile(claimed)
      log.info({ importId: claimed.id }, 'a board was imported')
    } catch (error) {
      outcome = await settle(claimed, error, log)
    }
    if (claimed.file_key !== null) await reservations.discard(claimed.file_key)
    return outcome
  }

  async function importFile(claimed: Claimed): Promise<void> {
    const handle = await openNameless(deps.spoolDirectory)
    try {
      await fill(handle, claimed.file_key ?? '')
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
    const { id: importId, attempts, failures } = claimed
    if (error instanceof LostImport) {
      log.warn({ importId }, 'an import went on elsewhere')
      return 'elsewhere'
    }
    let outcome: Outcome
    const nowMs = clock.now()
    if (stopping.signal.aborted) {
      outcome = 'handed_back'
      await database.rows(postpone, [importId, attempts, iso(nowMs), failures - 1])
    } else if (error instanceof BrokenFile || failures >= mostAttempts) {
      outcome = 'failed'
      const isBroken = error instanceof BrokenFile
      if (isBroken) log.info({ importId, reason: error.message }, 'a file could not be imported')
      else log.warn({ err: error, importId, failures }, 'an import has failed for good')
      const reason = isBroken ? error.message : 'It failed again and again. Send the file again later, or tell the operator.'
      await database.row(fail, [importId, attempts, JSON.stringify(createTally(null).report(reason)), iso(nowMs)])
    } else {
      outcome = 'retry'
      log.warn({ err: error, importId, failures }, 'an import is tried again later')
      await database.rows(postpone, [importId, attempts, iso(nowMs + (delaysMs[failures - 1] ?? 0)), failures])
    }
    await database.rows(dropBoard, [importId, iso(nowMs)])
    return outcome
  }
}
