import type { Budget, BudgetUsed } from '@tandem/contract'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { limits } from '../../budgets.ts'

/** The usage of a session against its budget, and when its minutes run out. Specification: beyond §5. */
type Used = Pick<SessionRow, 'usage' | 'workedMs' | 'workingSince'>
type Budgeted = Used & Pick<SessionRow, 'budget'>

export const warnAt = 0.8
const msOfMinute = 60_000
const usedUp = 1

export function usedOf({ usage, workedMs, workingSince }: Used, now: string): BudgetUsed {
  const ms = workedUntil({ workedMs, workingSince }, now)
  return {
    tokens: (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    costUsd: usage?.costUsd ?? 0,
    minutes: Math.floor((ms * 100) / msOfMinute) / 100,
  }
}

/** Whole minutes after the last event: two reads of a session in which nothing happens answer the same. What asks counts exactly. */
export function shownAt(lastEventAt: string, now: string): string {
  const last = Date.parse(lastEventAt)
  return new Date(last + Math.max(0, Math.floor((Date.parse(now) - last) / msOfMinute)) * msOfMinute).toISOString()
}

/** Whether any limit is used to this share. Minutes are compared in milliseconds: the displayed ones are rounded. */
export function hasReached(part: number, session: Budgeted, now: string): boolean {
  const { budget } = session
  if (!budget) return false
  const { tokens, costUsd } = usedOf(session, now)
  return (
    (budget.tokens !== undefined && tokens >= budget.tokens * part) ||
    (budget.costUsd !== undefined && costUsd >= budget.costUsd * part) ||
    (budget.minutes !== undefined && workedUntil(session, now) >= msOf(budget.minutes, part))
  )
}

export const isUsedUp = (session: Budgeted, now: string): boolean => hasReached(usedUp, session, now)

/** Closes the interval of work when a session leaves the state working, and begins one when it comes there. */
export function workedIn(before: Pick<SessionRow, 'workedMs' | 'workingSince'>, state: SessionRow['state'], now: string) {
  if (state === 'working') return { workedMs: before.workedMs, workingSince: before.workingSince ?? now }
  return { workedMs: workedUntil(before, now), workingSince: null }
}

/** When the working time reaches the next share of the budget of which people are notified; null when passing time cannot reach one. */
export function nextMark(session: Budgeted & Pick<SessionRow, 'budgetWarnedAt' | 'budgetExceededAt'>): string | null {
  const { budget, workingSince, workedMs, budgetWarnedAt, budgetExceededAt } = session
  if (budget?.minutes === undefined || workingSince === null || budgetExceededAt !== null) return null
  const mark = msOf(budget.minutes, budgetWarnedAt === null ? warnAt : usedUp)
  return new Date(Date.parse(workingSince) + Math.max(0, mark - workedMs)).toISOString()
}

/** Adds the same amounts once more. A limit that is exceeded already is extended from the usage. */
export function extended(budget: Budget, grant: Budget, used: BudgetUsed): Budget {
  const after = { ...budget }
  for (const name of limits) {
    const [limit, amount] = [budget[name], grant[name]]
    if (limit === undefined || amount === undefined) continue
    after[name] = limit + amount > used[name] ? limit + amount : used[name] + amount
  }
  return after
}

function workedUntil({ workedMs, workingSince }: Pick<SessionRow, 'workedMs' | 'workingSince'>, now: string): number {
  return workingSince === null ? workedMs : workedMs + Math.max(0, Date.parse(now) - Date.parse(workingSince))
}

const msOf = (minutes: number, part: number): number => Math.ceil(minutes * msOfMinute * part)
