import type { BoardInsights, ParsedInputOf } from '@tandem/contract'
import type { Database } from '../../db/database.ts'
import { holdsScope } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { timeZoneOf } from '../actors/time-zone.ts'
import { cycleOf } from './cycle.ts'
import { flowOf } from './flow.ts'
import { outcomesOf } from './outcomes.ts'
import { type Range, rangeOf } from './range.ts'
import { throughputOf } from './throughput.ts'
import { waitingOf } from './waiting.ts'

/**
 * Insights of a board, cached by board and `seq`: they depend on the caller only for the sessions, and change only with an activity.
 * Concurrent readers of the same share one query.
 */
type InsightsQuery = { boardId: string; range: Range; startListId: string | undefined; withSessions: boolean }
type Kept = { seq: number; insights: Promise<BoardInsights> }

const mostKept = 100

export function createInsightsReader({ database }: { database: Database }): HandlerOf<'board.insights'> {
  const kept = new Map<string, Kept>()

  return async (read, input) => {
    const query = await queryOf(read, input)
    const { boardId, range, startListId, withSessions } = query
    const key = [boardId, range.from, range.to, range.timezone, startListId, withSessions].join(' ')
    const known = kept.get(key)
    kept.delete(key)
    const entry = known && known.seq >= read.seq ? known : { seq: read.seq, insights: insightsOf(database, query) }
    keep(key, entry)
    return entry.insights
  }

  function keep(key: string, entry: Kept): void {
    kept.set(key, entry)
    entry.insights.catch(() => kept.get(key) === entry && kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }
}

async function queryOf(read: Parameters<HandlerOf<'board.insights'>>[0], input: ParsedInputOf<'board.insights'>): Promise<InsightsQuery> {
  const timezone = input.timezone ?? (await timeZoneOf(read, read.principal.actorId))
  return {
    boardId: read.boardId,
    range: rangeOf(input, { now: read.now, timezone }),
    startListId: input.startListId,
    withSessions: holdsScope(read.principal, 'sessions:read'),
  }
}

async function insightsOf(database: Database, { boardId, range, startListId, withSessions }: InsightsQuery): Promise<BoardInsights> {
  return database.snapshot(async (reader) => {
    const [flow, cycle, throughput, waits, sessions] = await Promise.all([
      flowOf(reader, boardId, range),
      cycleOf(reader, boardId, range, startListId),
      throughputOf(reader, boardId, range),
      withSessions ? waitingOf(reader, boardId, range) : null,
      withSessions ? outcomesOf(reader, boardId, range) : null,
    ])
    const waiting = waits && sessions && { open: sessions.awaitingInput, ...waits }
    return { boardId, from: range.from, to: range.to, timezone: range.timezone, flow, cycle, throughput, waiting, sessions }
  })
}
