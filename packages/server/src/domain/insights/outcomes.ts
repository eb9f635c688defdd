import type { BoardInsights } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { Range } from './range.ts'
import { countOutcomes, type Outcomes, sessionsWithin } from './session-queries.ts'

/** The outcomes of a board's sessions by agent. */
type Row = Outcomes & { id: string; name: string; handle: string; avatarUrl: string | null }

const [mostAgents, shownAgents] = [1_000, 100]

const byAgent = sql<Row>(`select a.id, a.name, a.handle, a.avatar_url, ${countOutcomes}
  from (${sessionsWithin('s.agent_actor_id, s.state', { of: 's.board_id = $1', from: '$2', before: '$3' })}) s join actors a on a.id = s.agent_actor_id
  group by a.id order by count(*) desc, a.id limit ${mostAgents}`)

export async function outcomesOf(reader: Reader, boardId: string, range: Range): Promise<NonNullable<BoardInsights['sessions']>> {
  const rows = await reader.rows(byAgent, [boardId, range.fromAt, range.beforeAt])
  const sum = (state: keyof Outcomes) => rows.reduce((total, row) => total + row[state], 0)
  return {
    queued: sum('queued'),
    working: sum('working'),
    awaitingInput: sum('awaitingInput'),
    done: sum('done'),
    error: sum('error'),
    byAgent: rows.slice(0, shownAgents).map(({ id, name, handle, avatarUrl, ...outcomes }) => ({
      agent: { id, name, handle, avatarUrl },
      ...outcomes,
    })),
  }
}
