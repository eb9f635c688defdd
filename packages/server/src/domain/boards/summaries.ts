import { type BoardSummary, mostCounted, systemActorId } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { holdsScope } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'

/** Beyond these a list of boards shows names alone. */
const mostBoards = 200
const activeWithin = '7 days'
const [latestActivities, mostFaces] = [30, 5]

/**
 * Each part reads a bounded stretch of an index of the board: its cost does not grow with the board.
 * `$1` actor, `$2` leash or null, `$3` now, `$4` whether sessions may be seen, `$5` the service's own actor.
 */
const readSummaries = sql<BoardSummary>(`select b.id as board_id, o.open_cards, s.cards_at_work, s.open_questions, l.at as last_activity_at,
    f.faces as active_actors
  from (
    select b.id from effective_members m join boards b on b.id = m.board_id
    where m.actor_id = $1 and b.archived_at is null and ($2::uuid[] is null or b.id = any ($2)) order by b.name, b.id limit ${mostBoards}
  ) b
  cross join lateral (select count(*)::int as open_cards from (
    select from cards where board_id = b.id and completed_at is null and archived_at is null limit ${mostCounted}
  ) c) o
  cross join lateral (
    select count(distinct card_id) filter (where state = 'working')::int as cards_at_work,
      count(*) filter (where state = 'awaiting_input')::int as open_questions
    from (select card_id, state from sessions where $4 and board_id = b.id and ended_at is null limit ${mostCounted}) live
  ) s
  left join lateral (select created_at as at from activities where board_id = b.id order by seq desc limit 1) l on true
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'handle', a.handle, 'avatarUrl', a.avatar_url)
      order by recent.last_seq desc), '[]') as faces
    from (
      select actor_id, max(seq) as last_seq
      from (select actor_id, seq, created_at from activities where board_id = b.id order by seq desc limit ${latestActivities}) v
      where v.created_at > $3::timestamptz - interval '${activeWithin}' and v.actor_id <> $5
      group by actor_id order by last_seq desc limit ${mostFaces}
    ) recent join actors a on a.id = recent.actor_id
  ) f
  order by b.id`)

export const summariseBoards: HandlerOf<'board.summaries'> = (read) => {
  const { principal, now } = read
  const leash = principal.grant?.leash
  return read.rows(readSummaries, [
    principal.actorId,
    leash ? [...leash] : null,
    now,
    holdsScope(principal, 'sessions:read'),
    systemActorId,
  ])
}
