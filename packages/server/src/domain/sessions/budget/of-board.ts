import type { Budget } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import { parameter } from '../../../db/parameters.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { boardUsage } from '../../../db/tables/boards/board-usage.ts'
import { pick, write } from '../../../db/writes.ts'
import { notFound } from '../../../kernel/access.ts'
import type { HandlerOf } from '../../../kernel/handlers.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { limits } from '../../budgets.ts'
import { usedOf } from './figures.ts'

/**
 * The budget of a board's sessions for a calendar month, UTC. Usage is counted in a row of the month, in the transaction that reports it;
 * intervals of work that are still open are added on reading. Specification: beyond §5.
 */
export type BoardBudget = Pick<SessionRow, 'budget' | 'usage' | 'workedMs' | 'workingSince'> & {
  budget: Budget
  extensions: number
  warnedAt: string | null
}

type Row = { monthlyBudget: Budget | null; tokens: number; costUsd: number; workedMs: number; extensions: number; warnedAt: string | null }

const workedMs = `coalesce(u.worked_ms, 0)::float8 + coalesce((select sum(extract(epoch from $4::timestamptz - greatest(s.working_since, $3::timestamptz)) * 1000)
      from sessions s where s.board_id = b.id and s.working_since is not null), 0)::float8`

/** `$1` board, `$2` first day and `$3` beginning of the month, `$4` now. */
const figuresOf = (worked: string) =>
  sql<Row>(`select b.monthly_budget, coalesce(u.tokens, 0) as tokens, coalesce(u.cost_usd, 0) as cost_usd, ${worked} as worked_ms,
    coalesce(u.extensions, 0) as extensions, u.warned_at
  from boards b left join board_usage u on u.board_id = b.id and u.month = $2::date
  where b.id = $1`)
const readFigures = figuresOf(`case when b.monthly_budget is null then 0 else ${workedMs} end`)
const readUsage = figuresOf(workedMs)

/** SQL: whether the month of a board is used up by `now`. As `isUsedUp` says it; nothing is counted where there is no budget. */
export const isMonthUsedUp = (board: string, now: string): string => {
  const begin = `date_trunc('month', ${now}::timestamptz, 'UTC')`
  const limit = (name: string) => `(${board}.monthly_budget ->> '${name}')::float8 * (1 + coalesce(u.extensions, 0))`
  const open = `select sum(extract(epoch from ${now}::timestamptz - greatest(w.working_since, ${begin})) * 1000)
      from sessions w where w.board_id = ${board}.id and w.working_since is not null`
  return `case when ${board}.monthly_budget is null then false else (
    select coalesce(coalesce(u.tokens, 0) >= ${limit('tokens')}, false) or coalesce(coalesce(u.cost_usd, 0) >= ${limit('costUsd')}, false)
      or coalesce(coalesce(u.worked_ms, 0) + coalesce((${open}), 0) >= ceil(${limit('minutes')} * 60000), false)
    from (select) one left join board_usage u on u.board_id = ${board}.id and u.month = (${begin} at time zone 'UTC')::date) end`
}

const monthOf = (now: string): string => `${now.slice(0, 7)}-01`
const beginningOf = (now: string): string => `${monthOf(now)}T00:00:00.000Z`

/** Undefined where the board has no budget. */
export async function boardBudgetOf(reader: Reader, boardId: string, now: string): Promise<BoardBudget | undefined> {
  const row = await reader.row(readFigures, [boardId, monthOf(now), beginningOf(now), now])
  if (!row?.monthlyBudget) return undefined
  const { monthlyBudget, extensions, warnedAt } = row
  return { budget: multiplied(monthlyBudget, 1 + extensions), ...usageIn(row), extensions, warnedAt }
}

/** For those who look, also at a board without a budget. */
export const usageOfBoard: HandlerOf<'board.usage'> = async (read) => {
  const { now } = read
  const row = await read.row(readUsage, [read.boardId, monthOf(now), beginningOf(now), now])
  if (!row) throw notFound('board')
  const budget = row.monthlyBudget && multiplied(row.monthlyBudget, 1 + row.extensions)
  return { since: beginningOf(now), budget, budgetUsed: usedOf(usageIn(row), now) }
}

const usageIn = ({ tokens, costUsd, workedMs }: Row) => ({ usage: { inputTokens: tokens, costUsd }, workedMs, workingSince: null })

function multiplied(budget: Budget, factor: number): Budget {
  const product: Budget = {}
  for (const name of limits) if (budget[name] !== undefined) product[name] = budget[name] * factor
  return product
}

const key = { ...pick(boardUsage, ['boardId']), month: parameter<string>('date') }
const add = write(
  { ...key, ...pick(boardUsage, ['tokens', 'costUsd', 'workedMs']) },
  (given) => `insert into board_usage (board_id, month, tokens, cost_usd, worked_ms)
  values (${given.boardId}, ${given.month}, ${given.tokens}, ${given.costUsd}, ${given.workedMs})
  on conflict (board_id, month) do update set tokens = board_usage.tokens + excluded.tokens,
    cost_usd = board_usage.cost_usd + excluded.cost_usd, worked_ms = board_usage.worked_ms + excluded.worked_ms`,
)

/** Adds the usage of an act on a session to its board. Of an interval of work, only the part in this month counts. */
export function countOnBoard(tx: Mutation<never>, before: SessionRow, after: SessionRow): void {
  const tokensOf = ({ usage }: SessionRow) => (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)
  const tokens = tokensOf(after) - tokensOf(before)
  const costUsd = (after.usage?.costUsd ?? 0) - (before.usage?.costUsd ?? 0)
  const sinceBeginning = Date.parse(tx.now) - Date.parse(beginningOf(tx.now))
  const workedMs = Math.min(after.workedMs - before.workedMs, sinceBeginning)
  if (tokens > 0 || costUsd > 0 || workedMs > 0) tx.send(add({ boardId: tx.board.id, month: monthOf(tx.now), tokens, costUsd, workedMs }))
}

const extend = write(
  { ...key, ...pick(boardUsage, ['extensions']) },
  (given) => `insert into board_usage (board_id, month, extensions) values (${given.boardId}, ${given.month}, ${given.extensions})
  on conflict (board_id, month) do update set extensions = excluded.extensions, warned_at = null`,
)

/** The budget of this month, as often more. Given anew, it is 0. */
export const setExtensions = (tx: Mutation<never>, extensions: number): void =>
  tx.send(extend({ boardId: tx.board.id, month: monthOf(tx.now), extensions }))

const markWarned = write(
  { ...key, ...pick(boardUsage, ['warnedAt']) },
  // Minutes of work that goes on are not counted in a row yet.
  (given) => `insert into board_usage (board_id, month, warned_at) values (${given.boardId}, ${given.month}, ${given.warnedAt})
  on conflict (board_id, month) do update set warned_at = excluded.warned_at`,
)

export const boardWarned = (tx: Mutation<never>): void =>
  tx.send(markWarned({ boardId: tx.board.id, month: monthOf(tx.now), warnedAt: tx.now }))

const humanAdmins = sql<{ actorId: string }>(`select m.actor_id from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and m.role = 'admin' and a.kind = 'human' and a.deactivated_at is null limit 200`)

export const adminsOf = async (tx: Mutation<never>): Promise<string[]> =>
  (await tx.rows(humanAdmins, [tx.board.id])).map(({ actorId }) => actorId)
