import type { WorkCard } from '@tandem/contract'

const soonMs = 7 * 86_400_000

export type ByDue = Record<'overdue' | 'soon' | 'later', WorkCard[]>

/** What is late, what is due within a week, and the rest, each the most pressing first. */
export function byDue(cards: readonly WorkCard[], nowMs: number): ByDue {
  const groups: ByDue = { overdue: [], soon: [], later: [] }
  for (const card of cards.toSorted(pressing)) groups[groupOf(card, nowMs)].push(card)
  return groups
}

function groupOf({ dueAt }: WorkCard, nowMs: number): keyof ByDue {
  if (dueAt === null) return 'later'
  const dueMs = Date.parse(dueAt)
  if (dueMs < nowMs) return 'overdue'
  return dueMs < nowMs + soonMs ? 'soon' : 'later'
}

const ranks: Record<WorkCard['priority'], number> = { urgent: 0, high: 1, medium: 2, low: 3, none: 4 }
const never = '9999'

const pressing = (one: WorkCard, other: WorkCard): number =>
  (one.dueAt ?? never).localeCompare(other.dueAt ?? never) || ranks[one.priority] - ranks[other.priority]
