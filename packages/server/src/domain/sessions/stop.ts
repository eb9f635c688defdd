import type { Session } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { type Advanced, advance, type OnCard, onCard, requireCaller } from './advance.ts'
import { failSession, stopRequest } from './end.ts'
import { onEachSession, pageSize } from './several.ts'

const one = sql<SessionRow>('select * from sessions where board_id = $1 and id = $2')
const insistAfterMs = 60_000

const atWork = sql<SessionRow>(`select * from sessions where board_id = $1 and state in ('working', 'awaiting_input')
  and ended_at is null and stop_requested_at is null order by id limit ${pageSize}`)

/**
 * A person asks the agent to stop; asked again a minute later or more, the session ends. One that its lease gave back ends at once: no process
 * holds it that could. Specification: decisions §4, beyond §3.
 */
export const stopSession: HandlerOf<'session.stop'> = async (tx) => {
  requireCaller(tx, tx.target, 'requestStop')
  const at = await onCard(tx, tx.target)
  const asked = tx.target.stopRequestedAt
  const { state, leaseGeneration } = tx.target
  const isGivenBack = state === 'queued' && leaseGeneration !== null
  if (isGivenBack || (asked !== null && Date.parse(tx.now) - Date.parse(asked) >= insistAfterMs))
    return failSession(tx, at, 'insistOnStop', 'stopped')
  return askToStop(tx, at)
}

/**
 * Asks every session of the board that works or waits for an answer to stop, unless it was asked before. Queued sessions have nothing to
 * stop.
 */
export function stopAllAtWork(tx: Mutation<'agent_session.updated'>): Promise<void> {
  return onEachSession(tx, { find: atWork, values: [tx.board.id] }, (at) => {
    askToStop(tx, at)
  })
}

/** As part of an answer that has just been written. */
export async function stopAnswered(tx: Mutation<'agent_session.updated'>, at: OnCard): Promise<Session | null> {
  const session = await tx.row(one, [tx.board.id, at.session.id])
  return session ? askToStop(tx, { ...at, session }).session : null
}

function askToStop(tx: Mutation<'agent_session.updated'>, at: OnCard): Advanced {
  const isFirst = at.session.stopRequestedAt === null
  return advance(tx, at, 'requestStop', {
    columns: () => (isFirst ? stopRequest(tx) : {}),
    body: () => ({ type: 'stop_requested', byActorId: tx.principal.actorId }),
    payload: ({ session }) => ({ statusText: session.statusText, plan: session.plan, stopRequested: true }),
  })
}
