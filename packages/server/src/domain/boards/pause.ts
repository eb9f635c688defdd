import { type AgentsPaused, type ParsedInputOf, refusal } from '@tandem/contract'
import type { Mutation } from '../../kernel/mutation.ts'

/** Agents of a board are paused and resumed by people. Specification: beyond §3. */
export function requirePerson(tx: Pick<Mutation<never>, 'principal'>): void {
  if (tx.principal.kind !== 'human') throw refusal('pauseOfPeople')
}

/** Undefined where nothing is asked for. Asked for again with the same reason, the first pause stands. */
export function pauseAfter(
  tx: Pick<Mutation<never>, 'principal' | 'now'>,
  standing: AgentsPaused | null,
  wanted: ParsedInputOf<'board.update'>['agentsPaused'],
): AgentsPaused | null | undefined {
  if (!wanted) return wanted
  if (standing?.reason === wanted.reason) return standing
  return { at: tx.now, by: tx.principal.actorId, reason: wanted.reason }
}
