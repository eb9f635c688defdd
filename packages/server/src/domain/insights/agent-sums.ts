import { type AgentStats, mostUsage } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { Range } from './range.ts'
import { countOutcomes, type Outcomes, sessionsWithin } from './session-queries.ts'
import { answered } from './waiting.ts'

/** How agents fare on some boards: their sessions in numbers. */
type SumRow = Outcomes & {
  agentActorId: string
  medianDurationMs: number | null
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
}
type WaitRow = { agentActorId: string; answered: number; medianWaitMs: number | null }
type Sums = Pick<
  AgentStats,
  'sessions' | 'successRate' | 'questionsAnswered' | 'medianWaitMs' | 'medianDurationMs' | 'usage' | 'lastActiveAt'
>

const ofAgents = 's.agent_actor_id = any ($1::uuid[]) and s.board_id = any ($4::uuid[])'
const used = (what: keyof typeof mostUsage, column: string) => `sum((s.usage ->> '${what}')::float8) as ${column}`

const sumUp = sql<SumRow>(`select s.agent_actor_id, ${countOutcomes},
    percentile_disc(0.5) within group (order by (extract(epoch from s.ended_at - s.created_at) * 1000)::float8)
      filter (where s.ended_at is not null) as median_duration_ms,
    ${used('inputTokens', 'input_tokens')}, ${used('outputTokens', 'output_tokens')}, ${used('costUsd', 'cost_usd')}
  from (${sessionsWithin('s.*', { of: ofAgents, from: '$2', before: '$3' })}) s group by s.agent_actor_id`)
const sumUpWaits = sql<WaitRow>(`select w.agent_actor_id, count(*)::int as answered,
    percentile_disc(0.5) within group (order by waited_ms::float8) as median_wait_ms
  from (${answered(`${ofAgents} and s.ended_at is null`)} union all ${answered(`${ofAgents} and s.ended_at >= $2`)}) w
  group by w.agent_actor_id`)
const lastActive = sql<{ agentActorId: string; lastEventAt: string }>(`select a.id as agent_actor_id, s.last_event_at
  from unnest($1::uuid[]) as a(id), lateral (select last_event_at from sessions s
    where s.agent_actor_id = a.id and s.board_id = any ($2::uuid[]) order by s.id desc limit 1) s`)

/** Loads the sums of these agents on these boards; the answer looks them up by agent id. */
export async function agentSums(
  reader: Reader,
  { agentIds, boardIds, range }: { agentIds: readonly string[]; boardIds: readonly string[]; range: Range },
): Promise<(agentId: string) => Sums> {
  const values = [agentIds, range.fromAt, range.beforeAt, boardIds] as const
  const [sums, waits, active] = await Promise.all([
    reader.rows(sumUp, values),
    reader.rows(sumUpWaits, values),
    reader.rows(lastActive, [agentIds, boardIds]),
  ])
  const [sumOf, waitOf, activityOf] = [byAgent(sums), byAgent(waits), byAgent(active)]
  return (agentId) => {
    const [sum, wait] = [sumOf.get(agentId), waitOf.get(agentId)]
    const sessions = outcomesIn(sum)
    const ended = sessions.done + sessions.error
    return {
      sessions,
      successRate: ended === 0 ? null : sessions.done / ended,
      usage: usageIn(sum),
      questionsAnswered: wait?.answered ?? 0,
      medianWaitMs: wholeMs(wait?.medianWaitMs),
      medianDurationMs: wholeMs(sum?.medianDurationMs),
      lastActiveAt: activityOf.get(agentId)?.lastEventAt ?? null,
    }
  }
}

function byAgent<Row extends { agentActorId: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.agentActorId, row]))
}

function outcomesIn(row: Outcomes | undefined): Outcomes {
  const { queued = 0, working = 0, awaitingInput = 0, done = 0, error = 0 } = row ?? {}
  return { queued, working, awaitingInput, done, error }
}

const wholeMs = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : Math.round(ms))

function usageIn(row: SumRow | undefined): AgentStats['usage'] {
  const usage = {
    ...bounded('inputTokens', row?.inputTokens),
    ...bounded('outputTokens', row?.outputTokens),
    ...bounded('costUsd', row?.costUsd),
  }
  return Object.keys(usage).length === 0 ? null : usage
}

/** Empty when no session has reported any. */
function bounded<K extends keyof typeof mostUsage>(what: K, sum: number | null | undefined): Partial<Record<K, number>> {
  return sum === null || sum === undefined ? {} : ({ [what]: Math.min(sum, mostUsage[what]) } as Record<K, number>)
}
