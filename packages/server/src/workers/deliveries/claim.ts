import type { Activity } from '@tandem/contract'
import { type Database, sql } from '../../db/database.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { activityOnWire } from '../../domain/boards/activity.ts'
import { iso } from '../../kernel/clock.ts'
import type { Allowance } from './lanes.ts'

/** Longer than an attempt may take: past it whoever claimed is taken for dead, and the delivery is due again. */
const leaseMs = 45_000

/** A delivery that is ours until the lease ends. Its attempt is counted before anything goes out. */
export type Claim = {
  deliveryId: string
  attempt: number
  createdAtMs: number
  webhook: Pick<
    WebhookRow,
    'id' | 'board_id' | 'actor_id' | 'url' | 'active' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'
  >
  /** Whether those on whose authority the subscription stands may see the board now. Specification: reliability W11. */
  authorised: boolean
  /** Null when its board is gone. */
  activity: Activity | null
}

type ClaimRow = Claim['webhook'] & {
  delivery_id: string
  attempts: number
  queued_at: string
  authorised: boolean
  activity_id: string | null
  activity_board_id: string
  seq: number
  card_id: string | null
  by_actor_id: string
  verb: Activity['verb']
  payload: Record<string, unknown>
  origin: Activity['origin'] | null
  activity_at: string
}

/**
 * `$1` now, `$2` end of the lease, `$3` subscriptions that are not idle with `$4` their room and `$5` their lane, `$6` room in all,
 * `$7` for extras, `$8` for failing ones, `$9` room of an idle subscription.
 *
 * `hooks` walks from one subscription with pending deliveries to the next in the index, so that a backlog of thousands costs no more
 * than one delivery; `turn` deals them out one by one.
 */
const claimDue = sql<ClaimRow>(`with recursive hooks as (
    (select webhook_id from deliveries where state = 'pending' order by webhook_id limit 1)
    union all
    select (select d.webhook_id from deliveries d where d.state = 'pending' and d.webhook_id > h.webhook_id order by d.webhook_id limit 1)
    from hooks h where h.webhook_id is not null
  ), due as (
    select d.id, d.next_attempt_at, d.turn, coalesce(busy.lane, case when d.turn = 1 then 'first' else 'extra' end) as lane
    from hooks h
    left join unnest($3::uuid[], $4::int[], $5::text[]) as busy(webhook_id, room, lane) on busy.webhook_id = h.webhook_id
    cross join lateral (
      select q.id, q.next_attempt_at, row_number() over (order by q.next_attempt_at, q.seq) as turn
      from (
        select id, next_attempt_at, seq from deliveries
        where webhook_id = h.webhook_id and state = 'pending' and next_attempt_at <= $1
        order by next_attempt_at, seq limit coalesce(busy.room, $9::int) for no key update skip locked
      ) q
    ) d
    where h.webhook_id is not null
  ), placed as (
    select id, turn, next_attempt_at, lane, row_number() over (partition by lane order by turn, next_attempt_at, id) as place from due
  ), picked as (
    select id, turn, next_attempt_at from placed
    where place <= case lane when 'extra' then $7::int when 'failing' then $8::int else $6::int end
    order by lane = 'extra', turn, next_attempt_at limit $6::int
  ), claimed as (
    update deliveries d set attempts = d.attempts + 1, next_attempt_at = $2 from picked p where d.id = p.id
    returning d.id, d.webhook_id, d.board_id, d.seq, d.attempts, d.created_at, p.next_attempt_at as due_at
  )
  select c.id as delivery_id, c.attempts, c.created_at as queued_at, c.seq, c.board_id as activity_board_id,
    w.id, w.board_id, w.actor_id, w.url, w.active, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until,
    exists (
      select from members m join actors x on x.id = m.actor_id left join actors owner on owner.id = x.owner_actor_id
      where m.board_id = c.board_id and x.deactivated_at is null and owner.deactivated_at is null
        and m.actor_id = coalesce(w.actor_id, w.created_by) and (w.board_id is null or m.role = 'admin')
    ) as authorised,
    a.id as activity_id, a.card_id, a.actor_id as by_actor_id, a.verb, a.payload, a.origin, a.created_at as activity_at
  from claimed c join webhooks w on w.id = c.webhook_id left join activities a on a.board_id = c.board_id and a.seq = c.seq
  order by c.due_at, c.seq`)

export async function claim(database: Database, allowance: Allowance, perIdleWebhook: number, nowMs: number): Promise<Claim[]> {
  const { webhookIds, rooms, lanes, room, extraRoom, failingRoom } = allowance
  const values = [iso(nowMs), iso(nowMs + leaseMs), webhookIds, rooms, lanes, room, extraRoom, failingRoom, perIdleWebhook]
  return (await database.rows(claimDue, values)).map(claimOf)
}

function claimOf(row: ClaimRow): Claim {
  return {
    deliveryId: row.delivery_id,
    attempt: row.attempts,
    createdAtMs: Date.parse(row.queued_at),
    webhook: row,
    authorised: row.authorised,
    activity: activityOf(row),
  }
}

function activityOf(row: ClaimRow): Activity | null {
  if (row.activity_id === null) return null
  return activityOnWire({
    ...{ id: row.activity_id, board_id: row.activity_board_id, seq: row.seq, card_id: row.card_id, actor_id: row.by_actor_id },
    ...{ verb: row.verb, payload: row.payload, origin: row.origin, created_at: row.activity_at },
  })
}
