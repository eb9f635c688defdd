import { isBlocked } from '../relations/is-blocked.ts'

/**
 * Acts of others on the cards of the same board that block the card of a session `s`: a blocker that came while another one stood, or
 * was completed or archived while another one stands. The log of the blocked card has the first and the last of them alone. Each is found by its
 * relation, which bounds how much is read: one that was removed is not. Nothing is read of a card that is not blocked any more: its log
 * says so.
 *
 * `role` = the role of an author, as SQL of `a` and `m`; `agent` = the agent; `reads` = whether it may read cards.
 */
export const blockerNews = ({ role, agent, reads, limit }: { role: string; agent: string; reads: string; limit: number }): string =>
  `select a.id, s.card_id, a.verb, a.payload, a.actor_id, ${role} as role, a.created_at, o.key_prefix || '-' || b.number as blocker
    from relations r join cards b on b.id = r.card_id join boards o on o.id = r.board_id
      cross join lateral (${ofBlocker(agent, limit)}) a
      left join effective_members m on m.board_id = a.board_id and m.actor_id = a.actor_id
    where ${reads} and ${isBlocked('s.card_id')} and r.other_card_id = s.card_id and r.kind = 'blocks' and r.board_id = s.board_id
    order by a.id limit ${limit}`

/** Of each blocker by itself: a join with the whole log might walk it from `s.start` on. */
const ofBlocker = (agent: string, limit: number): string =>
  `select v.* from activities v
    where v.card_id = r.card_id and v.board_id = r.board_id and v.id > s.start and v.actor_id <> ${agent}
      and (v.verb = 'card.related' and v.payload ->> 'kind' = 'blocks' and v.payload ->> 'otherCardId' = s.card_id::text
          and not exists (select from activities n where n.board_id = v.board_id and n.seq = v.seq + 1 and n.card_id = s.card_id and n.verb = 'card.blocked')
        or v.verb = 'card.updated' and v.payload ->> 'completedAt' is not null or v.verb = 'card.archived' and b.completed_at is null)
    order by v.id limit ${limit}`

export function saidOfBlocker(verb: string, key: string): string {
  if (verb === 'card.related') return `is blocked by ${key} too`
  return `${verb === 'card.archived' ? 'archived' : 'completed'} ${key}, which blocked it`
}
