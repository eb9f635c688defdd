import type { SessionRow } from '../../db/tables/agents/sessions.ts'

/**
 * SQL: sessions `s` that are live, or ended at `from` or later and before `before`; `of` says whose. In two halves, each with an index
 * of its own.
 */
export function sessionsWithin(columns: string, { of, from, before }: { of: string; from: string; before: string }): string {
  const select = `select ${columns} from sessions s where ${of} and`
  return `${select} s.ended_at is null union all ${select} s.ended_at >= ${from} and s.ended_at < ${before}`
}

/** SQL: how many of the sessions `s` are in each state. */
export const countOutcomes = Object.entries({
  queued: 'queued',
  working: 'working',
  awaitingInput: 'awaiting_input',
  done: 'done',
  error: 'error',
} satisfies Record<keyof Outcomes, SessionRow['state']>)
  .map(([name, state]) => `count(*) filter (where s.state = '${state}')::int as "${name}"`)
  .join(', ')

export type Outcomes = Record<'queued' | 'working' | 'awaitingInput' | 'done' | 'error', number>
