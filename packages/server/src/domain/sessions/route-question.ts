import { type Reader, sql } from '../../db/database.ts'
import type { OnCard } from './advance.ts'

/**
 * Who is accountable for an answer, tier by tier: the card's assignees; the initiator or delegator, if human; the board's human admins.
 * Specification: service §3. A tier without anyone is skipped, so a question is never dropped.
 */
export type Tier = { tier: number; actorIds: string[] }

const accountable = sql<{ actor_id: string; role: string }>(`select m.actor_id, m.role from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.kind = 'human' and a.deactivated_at is null and (m.role = 'admin' or m.actor_id = any ($2::uuid[]))
  order by m.added_at, m.actor_id limit 200`)

/** The first tier above `after` that has someone in it. */
export async function tierAbove(reader: Reader, { session, card }: OnCard, after: number): Promise<Tier | undefined> {
  const openers = [session.initiator_actor_id, card.delegated_by].filter((id) => id !== null)
  const humans = await reader.rows(accountable, [session.board_id, [...card.assignee_ids, ...openers]])
  const present = new Set(humans.map((human) => human.actor_id))
  const tiers = [
    card.assignee_ids.filter((id) => present.has(id)),
    openers.filter((id) => present.has(id)),
    humans.filter((human) => human.role === 'admin').map((human) => human.actor_id),
  ]
  return tiers
    .map((actorIds, at) => ({ tier: at + 1, actorIds: [...new Set(actorIds)] }))
    .find(({ tier, actorIds }) => tier > after && actorIds.length > 0)
}
