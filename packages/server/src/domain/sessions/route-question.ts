import { type Reader, sql } from '../../db/database.ts'
import type { OnCard } from './advance.ts'

/**
 * The people accountable for an answer, tier by tier: the card's assignees; the initiator or delegator, if human; the board's human admins.
 * An empty tier is skipped; on a board whose admins are all agents, everyone who can answer is accountable. So a question is never dropped
 * while there is a person on the board. Specification: service §3.
 */
export type Tier = { tier: number; actorIds: string[] }

const humans = "m.board_id = $1 and a.kind = 'human' and a.deactivated_at is null"
const accountable = sql<{ actorId: string; role: string }>(`select m.actor_id, m.role from members m join actors a on a.id = m.actor_id
  where ${humans} and (m.role = 'admin' or m.actor_id = any ($2::uuid[]))
  order by m.actor_id = any ($2::uuid[]) desc, m.added_at, m.actor_id limit 200`)
const anyone = sql<{ actorId: string }>(`select m.actor_id from members m join actors a on a.id = m.actor_id
  where ${humans} order by m.added_at, m.actor_id limit 200`)

/** The first tier above `after` in which someone has not been asked yet: those who have not. */
export async function tierAbove(reader: Reader, { session, card }: OnCard, after: number, asked: string[] = []): Promise<Tier | undefined> {
  const openers = [session.initiatorActorId, card.delegatedBy].filter((id) => id !== null)
  const people = await reader.rows(accountable, [session.boardId, [...card.assigneeIds, ...openers]])
  const present = new Set(people.map((person) => person.actorId))
  const admins = people.filter((person) => person.role === 'admin')
  const tiers = [
    card.assigneeIds.filter((id) => present.has(id)),
    openers.filter((id) => present.has(id)),
    (admins.length > 0 ? admins : await reader.rows(anyone, [session.boardId])).map((person) => person.actorId),
  ]
  return tiers
    .map((actorIds, at) => ({ tier: at + 1, actorIds: [...new Set(actorIds)].filter((id) => !asked.includes(id)) }))
    .find(({ tier, actorIds }) => tier > after && actorIds.length > 0)
}
