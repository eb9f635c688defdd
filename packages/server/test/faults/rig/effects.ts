import type pg from 'pg'
import { brokenInvariants } from '../../../src/administration/invariants.ts'
import type { Act, Place } from './acts.ts'
import { ask, describeOutcome, succeeded } from './ask.ts'
import type { Poller } from './poller.ts'
import type { World } from './world.ts'

/** The id of each act is its text: where it is found, and how often. */
const marks = `
  select 'activities' as place, case verb
      when 'card.created' then payload ->> 'title' when 'card.updated' then payload ->> 'title'
      when 'comment.added' then payload ->> 'body' when 'card.checklist_item_added' then payload ->> 'text'
      when 'agent_session.progress' then payload ->> 'note' when 'agent_session.completed' then payload ->> 'summary'
      when 'member.profile_changed' then payload ->> 'name' end as mark
    from activities
  union all select 'comments', body from comments
  union all select 'checklist_items', text from checklist_items
  union all select 'session_events', coalesce(body ->> 'note', body ->> 'summary') from session_events
  union all select 'tokens', label from tokens`

/**
 * Compares the database with the answers that the writers got, once all of their acts are acknowledged: each id took effect exactly once in
 * every table, and there are no other effects. Returns the differences.
 */
export async function wrongEffects(client: pg.ClientBase, world: World, acts: readonly Act[]): Promise<string[]> {
  const wrongs = [
    ...acts.filter((act) => !act.answer).map((act) => `${act.mutationId} was never acknowledged`),
    ...(await wrongMarks(client, acts)),
    ...(await wrongLedger(client, acts)),
    ...(await wrongLogLengths(client, world, acts)),
    ...(await brokenInvariants(client)),
  ]
  return shortened(wrongs)
}

async function wrongMarks(client: pg.ClientBase, acts: readonly Act[]): Promise<string[]> {
  const query = `select place, mark, count(*)::int as times from (${marks}) found where mark like 'act-%' group by place, mark`
  const found = new Map<string, number>()
  for (const row of (await client.query<{ place: Place; mark: string; times: number }>(query)).rows)
    found.set(`${row.mark} in ${row.place}`, row.times)
  const wrongs: string[] = []
  for (const act of acts) {
    for (const [place, times] of Object.entries(act.marks)) {
      const key = `${act.mutationId} in ${place}`
      if (found.get(key) !== times) wrongs.push(`${key}: ${found.get(key) ?? 0} times instead of ${times}`)
      found.delete(key)
    }
  }
  return [...wrongs, ...[...found].map(([key, times]) => `${key}: ${times} times, and it was never sent`)]
}

async function wrongLedger(client: pg.ClientBase, acts: readonly Act[]): Promise<string[]> {
  const { rows } = await client.query<{ mutation_id: string }>(`select mutation_id from ledger where mutation_id like 'act-%'`)
  const kept = new Set(rows.map((row) => row.mutation_id))
  const sent = new Set(acts.map((act) => act.mutationId))
  return [
    ...acts
      .filter((act) => act.answer && !kept.has(act.mutationId))
      .map((act) => `${act.mutationId} was acknowledged and is not in the ledger`),
    ...[...kept].filter((id) => !sent.has(id)).map((id) => `${id} is in the ledger and was never sent`),
    ...(rows.length === kept.size ? [] : [`${rows.length} rows of the ledger for ${kept.size} ids`]),
  ]
}

async function wrongLogLengths(client: pg.ClientBase, world: World, acts: readonly Act[]): Promise<string[]> {
  const wrongs: string[] = []
  for (const board of [...world.boards, world.spare]) {
    const expected = acts.reduce((sum, act) => sum + (act.activities[board.id] ?? 0), 0)
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from activities where board_id = $1 and seq > $2 and coalesce(payload ->> 'title', '') not like 'once-%'`,
      [board.id, board.seq],
    )
    if (rows[0]?.count !== expected) wrongs.push(`board ${board.id}: ${rows[0]?.count} activities by ${expected} that the acts append`)
  }
  return wrongs
}

type Reader = Pick<Poller, 'seen' | 'stopAt'> & Partial<Pick<Poller, 'wrongs'>>

/** A poller or a socket has seen the whole log, in its order, each activity once. */
export async function wrongReads(client: pg.ClientBase, world: World, readers: readonly Reader[]): Promise<string[]> {
  const wrongs: string[] = []
  for (const [at, board] of world.boards.entries()) {
    const reader = readers[at]
    const statement = 'select id from activities where board_id = $1 and seq > $2 order by seq'
    const ids = (await client.query<{ id: string }>(statement, [board.id, board.seq])).rows.map((row) => row.id)
    await reader?.stopAt(ids.at(-1))
    if (JSON.stringify(reader?.seen) !== JSON.stringify(ids)) wrongs.push(`a reader saw ${reader?.seen.length} activities of ${ids.length}`)
    wrongs.push(...(reader?.wrongs ?? []))
  }
  return shortened(wrongs)
}

/** Sends acts of the whole run again: each answers its first result, also after crashes. */
export async function wrongReplays(world: World, acts: readonly Act[], sample: number): Promise<string[]> {
  const wrongs: string[] = []
  const step = Math.max(1, Math.floor(acts.length / sample))
  for (const act of acts.filter((_, at) => at % step === 0)) {
    const outcome = await ask(world.url, act.question)
    const isToken = act.marks.tokens !== undefined
    const isSame = succeeded(outcome) && outcome.status === act.answer?.status && (isToken || outcome.text === act.answer.text)
    if (!isSame || outcome.headers['idempotency-replayed'] !== 'true')
      wrongs.push(`${act.mutationId} sent again: ${describeOutcome(outcome)} instead of ${act.answer?.text}`)
  }
  return shortened(wrongs)
}

function shortened(wrongs: readonly string[]): string[] {
  return wrongs.length <= 10 ? [...wrongs] : [...wrongs.slice(0, 10), `… and ${wrongs.length - 10} more`]
}
