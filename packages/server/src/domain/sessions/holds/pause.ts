import { type AgentsPaused, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { type OnCard, onWire } from '../advance.ts'

/**
 * While its board or its agent is paused, a queued session stays queued. An owner who pauses an agent locks none of its boards: a start that
 * is under way then counts as one before the pause. Specification: beyond §3.
 */
export type Pause = { agentsPaused: AgentsPaused | null; byName: string | null; agentPausedAt: string | null; ownerName: string | null }

const readPause = sql<Pause>(`select b.agents_paused, p.name as by_name, a.paused_at as agent_paused_at, o.name as owner_name
  from boards b join actors a on a.id = $2 left join actors o on o.id = a.owner_actor_id
    left join actors p on p.id = (b.agents_paused->>'by')::uuid
  where b.id = $1`)

/** Undefined for a session that has started. */
export async function pauseOf(reader: Reader, session: SessionRow): Promise<Pause | undefined> {
  return session.state === 'queued' ? reader.row(readPause, [session.boardId, session.agentActorId]) : undefined
}

/** Throws conflict where the session would start in a pause; the message names who paused. */
export function requireNotPaused(tx: Mutation<never>, at: OnCard, pause: Pause | undefined): void {
  if (!pause) return
  const { agentsPaused, agentPausedAt } = pause
  const details = { session: onWire(tx, at) }
  if (agentsPaused) {
    const name = pause.byName ?? agentsPaused.by
    throw refusal('agentsPaused', { name, reason: agentsPaused.reason }, { details: { ...details, agentsPaused } })
  }
  if (agentPausedAt !== null) throw refusal('agentPaused', { name: pause.ownerName ?? '' }, { details: { ...details, agentPausedAt } })
}
