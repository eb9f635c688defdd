import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { returning, type Write, write } from '../db/writes.ts'
import { removedKeptMs } from '../domain/attachments/remove.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { lastUuidOf } from '../kernel/common/ids.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/spans.ts'

/**
 * Deletes expired rows, a batch at a time (docs/ARCHITECTURE.md, "Retention"). Locked rows are skipped, so any number of instances may
 * sweep at once without blocking others. Specification: decisions §1, reliability I1, W9 and Q2.
 */
export type Retention = {
  /** One run. Answers how many rows of each table went. */
  runOnce(): Promise<Record<string, number>>
  start(): void
  /** Waits for the statement under way. */
  stop(): Promise<void>
}

/** A table and how long it keeps a row; `cutoff` is the bound of that moment. */
export type Rule = { name: string; ageMs: number; deleteSome: Write<{ until: string }, { gone: number }>; cutoff(atMs: number): string }

const hour = 3_600_000
const day = 24 * hour
/** Expired rows are of no use; the extra day covers instances whose clocks differ and requests that read the row just before its end. */
const afterItsEndMs = day

/** Few enough for a statement to be short, and its locks too. */
export const batch = 500
/** The most rows of one table in one run, so that a backlog does not delay the other tables. */
export const mostPerRun = 10_000

const firstRunMs = 60_000
const pauseMs = 3_600_000
/** While more is left than one run takes: up to 10,000 rows a second, more than a service can make. */
const pauseWhenBehindMs = 1_000

export const retention: readonly Rule[] = [
  byTime('ledger', 'created_at', 7 * day),
  byTime('audit_log', 'created_at', 400 * day),
  byTime('web_sessions', 'expires_at', afterItsEndMs),
  byTime('password_resets', 'expires_at', afterItsEndMs),
  byTime('invitations', 'expires_at', afterItsEndMs),
  byTime('person_links', 'expires_at', afterItsEndMs),
  byTime('socket_tickets', 'expires_at', hour),
  // They are counted per day (domain/members/invitation-letter.ts).
  byTime('invitation_letters', 'sent_at', day + afterItsEndMs),
  // The next failure starts from one by then (domain/actors/sign-in/login-delay.ts).
  byTime('login_failures', 'retry_at', day),
  byTime('login_addresses', 'expires_at', 0),
  byTime('registrations', 'ends_at', 0),
  byTime('link_previews', 'expires_at', 0),
  // Rows that refer to a grant or a client are deleted before it, so that a statement cascades to few rows.
  byTime('tokens', 'expires_at', afterItsEndMs, 'and oauth_grant_id is not null'),
  byTime('oauth_refresh_tokens', 'expires_at', afterItsEndMs),
  byTime('oauth_grants', 'expires_at', afterItsEndMs),
  byTime('oauth_clients', 'kept_until', 0),
  byTime('imports', 'finished_at', 90 * day),
  byTime('agent_requests', 'settled_at', 400 * day, `and outcome <> 'accepted'`),
  byTime('removed_attachments', 'removed_at', removedKeptMs),
  byTime('notifications', 'read_at', 180 * day),
  byId('deliveries', 30 * day, `and state <> 'pending'`),
  byId('rule_runs', 30 * day),
  // Sent and given-up mails are deleted already: these are of a service that has lost its mail server, and their links have expired.
  byId('mails', 7 * day),
  // Quiet time holds them for up to a week, and two where a change of clocks leaves out the time between (domain/notifications/quiet.ts).
  byId('notification_mails', 15 * day),
  byId('push_messages', 15 * day),
]

type Deps = { database: Database; clock: Clock; log: Logger; metrics: Metrics }

export function createRetention({ database, clock, log, metrics }: Deps): Retention {
  let stopped = false
  // Each run counts itself: one that fails with a table goes on with the others.
  const poller = createPoller(
    { clock, log },
    {
      name: 'retention',
      firstMs: firstRunMs,
      everyMs: pauseMs,
      soonMs: pauseWhenBehindMs,
      poll,
      trouble: 'old rows could not be looked for',
    },
  )

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

  async function poll(): Promise<void> {
    const swept = await runOnce()
    const isBehind = Object.values(swept).some((rows) => rows >= mostPerRun)
    if (isBehind) poller.soon()
  }

  function runOnce(): Promise<Record<string, number>> {
    return inSpan('retention', { isJob: true }, async () => {
      const swept: Record<string, number> = {}
      let outcome: 'ok' | 'failed' = 'ok'
      for (const rule of retention) {
        const { rows, failed } = await sweep(rule)
        if (failed) outcome = 'failed'
        swept[rule.name] = rows
        metrics.retired(rule.name).add(rows)
      }
      metrics.rounds('retention', outcome).add()
      return swept
    })
  }

  async function sweep({ name, ageMs, deleteSome, cutoff }: Rule): Promise<{ rows: number; failed: boolean }> {
    const until = cutoff(clock.now() - ageMs)
    let rows = 0
    try {
      while (!stopped && rows < mostPerRun) {
        const gone = (await database.row(deleteSome({ until })))?.gone ?? 0
        rows += gone
        if (gone < batch) break
      }
      return { rows, failed: false }
    } catch (error) {
      log.warn({ err: error, table: name }, 'old rows could not be deleted; the next poll tries again')
      return { rows, failed: true }
    }
  }
}

function byTime(name: string, column: string, ageMs: number, condition = ''): Rule {
  return { name, ageMs, deleteSome: deleteBelow(name, { column, type: 'timestamptz' }, condition), cutoff: iso }
}

/** Ids are UUIDv7: the primary key is the index by time, and costs the busiest table no second one. */
function byId(name: string, ageMs: number, condition = ''): Rule {
  return { name, ageMs, deleteSome: deleteBelow(name, { column: 'id', type: 'uuid' }, condition), cutoff: lastUuidOf }
}

function deleteBelow(table: string, { column, type }: { column: string; type: 'timestamptz' | 'uuid' }, condition = '') {
  return write(
    { until: parameter<string>(type) },
    ({ until }) => `with gone as (
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${column} <= ${until} ${condition} order by ${column} limit ${batch} for update skip locked
      )) returning 1
    ) select count(*) as gone from gone`,
    returning<{ gone: number }>(),
  )
}
