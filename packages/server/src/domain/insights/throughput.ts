import type { BoardInsights } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { Range } from './range.ts'

/** The number of cards completed in each week, Monday to Sunday, cut to the range. */
const countByWeek = sql<{
  week: number
  cards: number
}>(`select width_bucket(completed_at, $4::timestamptz[]) as week, count(*)::int as cards
  from cards where board_id = $1 and completed_at >= $2 and completed_at < $3 group by week`)

export async function throughputOf(reader: Reader, boardId: string, range: Range): Promise<BoardInsights['throughput']> {
  const weeks = weeksOf(range)
  const counted = await reader.rows(countByWeek, [boardId, range.fromAt, range.beforeAt, weeks.map((week) => week.startAt)])
  const cards = new Map(counted.map((row) => [row.week, row.cards]))
  return weeks.map(({ from, to }, index) => ({ from, to, completed: cards.get(index + 1) ?? 0 }))
}

function weeksOf({ dates, starts }: Range): { from: string; to: string; startAt: string }[] {
  const firsts = dates.flatMap((date, index) => (index === 0 || isMonday(date) ? [index] : []))
  return firsts.map((first, week) => ({
    from: dates[first] ?? '',
    to: dates[(firsts[week + 1] ?? dates.length) - 1] ?? '',
    startAt: starts[first] ?? '',
  }))
}

const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1
