import { type Database, type Reader, sql } from '../../db/database.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import type { Metrics } from '../../metrics/metrics.ts'

/**
 * The depths of the queues in the database. Each count reads a limited number of index rows: a queue beyond that limit is in trouble, and
 * its exact depth does not matter. Specification: decisions §6.
 */
const most = 10_000
/** Prometheus gives up after 10 s, and what the process knows by itself is worth having when the database is silent. */
const longestMs = 3_000

type Count = { count: number }
type StateCount = Count & { state: string }

const deliveries = sql<Count & { oldestAt: string | null }>(`select count(*), min(made_at) as oldest_at
  from (select coalesce(requeued_at, created_at) as made_at from deliveries where state = 'pending' limit ${most}) d`)
/** As the rules themselves see it: a board without rules of that kind is not read, nor is an archived one. */
const rules = sql<Count & { oldestAt: string | null }>(`select count(*), min(unread.created_at) as oldest_at
  from (select m.board_id, m.seq from automations m join boards b on b.id = m.board_id
    where b.last_seq > m.seq and b.archived_at is null and b.deleted_at is null
      and exists (select from rules r where r.board_id = m.board_id and r.enabled and r.verb is not null) limit ${most}) behind
  cross join lateral (select created_at from activities a where a.board_id = behind.board_id and a.seq > behind.seq order by a.seq limit 1) unread`)
const texts = sql<Count>(`select count(*) from (select from unread_texts limit ${most}) t`)
const letters = sql<Count>(`select count(*) from (select from mails limit ${most}) m`)
const notices = sql<Count>(`select count(*) from (select from notification_mails limit ${most}) m`)
const pushes = sql<Count>(`select count(*) from (select from push_messages limit ${most}) m`)
const thumbnails = sql<Count>(`select count(*) from (select from attachments where thumbnail_due_at <= $1 limit ${most}) t`)
const files = sql<Count>(`select count(*) from (select from files where not kept and sweep_at <= $1 limit ${most}) f`)
const leaving = sql<Count>(`select count(*) from (select from boards where deleted_at <= $1 limit ${most}) b`)
const imports = sql<StateCount>(
  `select state, count(*) from (select state from imports where due_at is not null limit ${most}) i group by state`,
)
const sessions = sql<StateCount>(
  `select state, count(*) from (select state from sessions where ended_at is null limit ${most}) s group by state`,
)

const importStates = ['queued', 'running']
const sessionStates = ['queued', 'working', 'awaiting_input']

/** Sets the gauges that are read from the database; they are left out when it does not answer. */
export function createQueueDepths(deps: { database: Database; clock: Clock; metrics: Metrics }): () => Promise<void> {
  const { database, clock, metrics } = deps
  let reading: Promise<void> | null = null
  return () => {
    // Scrapes at the same time share one query.
    reading ??= withinLimit(database.snapshot((reader) => readDepths(reader)))
      .then(
        () => metrics.databaseUp.set(1),
        () => forget(),
      )
      .finally(() => {
        reading = null
      })
    return reading
  }

  async function readDepths(reader: Reader): Promise<void> {
    const ageOf = (at: string | null | undefined) => (at ? Math.max(0, clock.now() - Date.parse(at)) / 1_000 : 0)
    const now = iso(clock.now())
    const [[delivery, rule], [text, letter, notice, push], [image, file, board], [importRows, sessionRows]] = await Promise.all([
      Promise.all([reader.row(deliveries), reader.row(rules)]),
      Promise.all([reader.row(texts), reader.row(letters), reader.row(notices), reader.row(pushes)]),
      Promise.all([reader.row(thumbnails, [now]), reader.row(files, [now]), reader.row(leaving, [now])]),
      Promise.all([reader.rows(imports), reader.rows(sessions)]),
    ])
    metrics.deliveriesPending.set(delivery?.count)
    metrics.deliveriesOldest.set(ageOf(delivery?.oldestAt))
    metrics.ruleBoardsBehind.set(rule?.count)
    metrics.ruleLag.set(ageOf(rule?.oldestAt))
    metrics.textsUnread.set(text?.count)
    metrics.pushesPending.set(push?.count)
    metrics.thumbnailsPending.set(image?.count)
    metrics.filesUnswept.set(file?.count)
    metrics.boardsLeaving.set(board?.count)
    metrics.mailsPending('letters').set(letter?.count)
    metrics.mailsPending('notifications').set(notice?.count)
    for (const state of importStates) metrics.imports(state).set(countIn(importRows, state))
    for (const state of sessionStates) metrics.sessions(state).set(countIn(sessionRows, state))
  }

  function forget(): void {
    metrics.databaseUp.set(0)
    const { deliveriesPending, deliveriesOldest, ruleBoardsBehind, ruleLag, textsUnread, mailsPending, pushesPending } = metrics
    const { thumbnailsPending, filesUnswept, boardsLeaving } = metrics
    const known = [
      deliveriesPending,
      deliveriesOldest,
      ruleBoardsBehind,
      ruleLag,
      textsUnread,
      pushesPending,
      thumbnailsPending,
      filesUnswept,
      boardsLeaving,
    ]
    const labelled = [
      mailsPending('letters'),
      mailsPending('notifications'),
      ...importStates.map(metrics.imports),
      ...sessionStates.map(metrics.sessions),
    ]
    for (const gauge of [...known, ...labelled]) gauge.set(undefined)
  }
}

const countIn = (rows: readonly StateCount[], wanted: string): number => rows.find(({ state }) => state === wanted)?.count ?? 0

function withinLimit(answer: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${longestMs} ms`)), longestMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
