import type { Activity } from '@tandem/contract'
import { type Database, sql } from '../../db/database.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { activityOnWire } from '../../domain/boards/activity.ts'
import { type Ping, pingOf } from '../../domain/webhooks/ping.ts'
import { iso } from '../../kernel/clock.ts'
import { type Allowance, limits, partsForExtras, type Slot } from './lanes.ts'

/** Longer than an attempt may take: past it whoever claimed is taken for dead, and the delivery is due again. */
const leaseMs = 45_000

/** A delivery that is ours until the lease ends. Its attempt is counted before anything goes out. */
export type Claim = {
  deliveryId: string
  attempt: number
  /** Which try it is since the delivery was queued, or queued again. */
  nth: number
  /** When it was queued, or queued again. */
  queuedAtMs: number
  /** Somebody asked for it: it counts towards no streak. */
  byHand: boolean
  slot: Slot
  webhook: Pick<
    WebhookRow,
    'id' | 'board_id' | 'actor_id' | 'url' | 'active' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'
  >
  /** Whether those on whose authority the subscription stands may see the board now. Specification: reliability W11. */
  authorised: boolean
  /** Null when its board is gone. */
  activity: Activity | Ping | null
}

type ClaimRow = Claim['webhook'] & {
  delivery_id: string
  attempts: number
  tried_before: number
  by_hand: boolean
  pinged_by: string | null
  queued_at: string
  made_at: string
  owner_id: string
  host: string
  slow: boolean
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
 * `$1` now, `$2` end of the lease; `$3` to `$6` the attempts under way by subscription, owner, host and lane; `$7` the subscriptions in the
 * slow lane and `$8` which of them fail.
 *
 * `hooks` walks from one subscription with pending deliveries to the next in the index, so that a backlog of thousands costs no more
 * than one delivery; `due` counts in each what it has slots for, and in those whose owner, host or lane has none, nothing; `held` locks what
 * was picked, and no more: a lock is a write. The turns
 * go round by owner, then by subscription: whoever has fewest under way is next, and among equals the lot decides, never the age, or a
 * backlog would come before every new event. Each limit counts only what those before it let through. Another spelling of a host counts
 * as another host: the limit spares receivers, and guards nothing.
 */
const claimDue = sql<ClaimRow>(`with recursive taken as (
    select * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::boolean[]) as t(webhook_id, owner_id, host, slow)
  ), lanes as materialized (
    select most.*, (select count(*) from taken t where t.slow = most.slow) as lane_taken
    from (values ${laneLimits(false, limits.fast)}, ${laneLimits(true, limits.slow)}) as most(slow, overall, per_owner, per_host)
  ), hooks as (
    (select webhook_id from deliveries where state = 'pending' order by webhook_id limit 1)
    union all
    select (select d.webhook_id from deliveries d where d.state = 'pending' and d.webhook_id > h.webhook_id order by d.webhook_id limit 1)
    from hooks h where h.webhook_id is not null
  ), waiting as (
    select w.id as webhook_id, coalesce(x.owner_actor_id, x.id) as owner_id, split_part(lower(w.url), '/', 3) as host,
      known.webhook_id is not null as slow, case when known.failing then 1 else ${limits.perWebhook} end as most, random() as lot
    from hooks h join webhooks w on w.id = h.webhook_id join actors x on x.id = w.created_by
    left join unnest($7::uuid[], $8::boolean[]) as known(webhook_id, failing) on known.webhook_id = w.id
  ), counted as (
    select w.*, lanes.overall, lanes.per_owner, lanes.per_host, lanes.lane_taken,
      coalesce(own.taken, 0) as own_taken, coalesce(owner.taken, 0) as owner_taken, coalesce(host.taken, 0) as host_taken
    from waiting w
    join lanes using (slow)
    left join (select webhook_id, count(*) as taken from taken group by webhook_id) own using (webhook_id)
    left join (select owner_id, slow, count(*) as taken from taken group by owner_id, slow) owner using (owner_id, slow)
    left join (select host, slow, count(*) as taken from taken group by host, slow) host using (host, slow)
  ), due as (
    select c.*, c.own_taken + d.place as nth, case when c.own_taken + d.place = 1 then 3 else ${partsForExtras} end as parts
    from counted c
    cross join lateral (
      select row_number() over () as place from deliveries
      where webhook_id = c.webhook_id and state = 'pending' and next_attempt_at <= $1
      limit greatest(0, least(most - own_taken, per_owner - owner_taken, per_host - host_taken, overall - lane_taken))
    ) d
  ), dealt as (
    select *, owner_taken + row_number() over (partition by slow, owner_id order by nth, lot) as turn from due
  ), by_host as (
    select *, host_taken + row_number() over (partition by slow, host order by turn, lot) as host_place from dealt
  ), by_owner as (
    select *, owner_taken + row_number() over (partition by slow, owner_id order by turn) as owner_place from by_host
    where host_place * 3 <= per_host * parts
  ), by_lane as (
    select *, lane_taken + row_number() over (partition by slow order by turn, lot) as lane_place from by_owner
    where owner_place * 3 <= per_owner * parts
  ), picked as (
    select webhook_id, owner_id, host, slow, count(*) as number from by_lane where lane_place * 3 <= overall * parts
    group by webhook_id, owner_id, host, slow
  ), held as (
    select q.id, q.next_attempt_at, p.owner_id, p.host, p.slow
    from picked p
    cross join lateral (
      select id, next_attempt_at from deliveries
      where webhook_id = p.webhook_id and state = 'pending' and next_attempt_at <= $1
      order by next_attempt_at, seq limit p.number
      for no key update skip locked
    ) q
  ), claimed as (
    update deliveries d set attempts = d.attempts + 1, next_attempt_at = $2 from held p where d.id = p.id
    returning d.id, d.webhook_id, d.board_id, d.seq, d.attempts, d.tried_before, d.by_hand, d.pinged_by,
      coalesce(d.requeued_at, d.created_at) as queued_at, d.created_at as made_at, p.next_attempt_at as due_at, p.owner_id, p.host, p.slow
  )
  select c.id as delivery_id, c.attempts, c.tried_before, c.by_hand, c.pinged_by, c.queued_at, c.made_at, c.seq, c.board_id as activity_board_id,
    c.owner_id, c.host, c.slow,
    w.id, w.board_id, w.actor_id, w.url, w.active, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until,
    exists (
      select from members m join actors x on x.id = m.actor_id left join actors owner on owner.id = x.owner_actor_id
      where m.board_id = c.board_id and x.deactivated_at is null and owner.deactivated_at is null
        and m.actor_id = coalesce(w.actor_id, w.created_by) and (w.board_id is null or w.integration_id is not null or m.role = 'admin')
    ) as authorised,
    a.id as activity_id, a.card_id, a.actor_id as by_actor_id, a.verb, a.payload, a.origin, a.created_at as activity_at
  from claimed c join webhooks w on w.id = c.webhook_id left join activities a on a.board_id = c.board_id and a.seq = c.seq
  order by c.due_at, c.seq`)

function laneLimits(slow: boolean, { overall, perOwner, perHost }: (typeof limits)['fast' | 'slow']): string {
  return `(${slow}, ${overall}, ${perOwner}, ${perHost})`
}

export async function claim(database: Database, { underWay, slow }: Allowance, nowMs: number): Promise<Claim[]> {
  const rows = await database.rows(claimDue, [
    ...[iso(nowMs), iso(nowMs + leaseMs)],
    ...[underWay.map(({ webhookId }) => webhookId), underWay.map(({ ownerId }) => ownerId)],
    ...[underWay.map(({ host }) => host), underWay.map((slot) => slot.slow)],
    ...[slow.map(({ webhookId }) => webhookId), slow.map(({ failing }) => failing)],
  ])
  return rows.map(claimOf)
}

function claimOf(row: ClaimRow): Claim {
  return {
    deliveryId: row.delivery_id,
    attempt: row.attempts,
    nth: row.attempts - row.tried_before,
    queuedAtMs: Date.parse(row.queued_at),
    byHand: row.by_hand,
    slot: { webhookId: row.id, ownerId: row.owner_id, host: row.host, slow: row.slow },
    webhook: row,
    authorised: row.authorised,
    activity: row.pinged_by === null ? activityOf(row) : trialOf(row, row.pinged_by),
  }
}

function activityOf(row: ClaimRow): Activity | null {
  if (row.activity_id === null) return null
  return activityOnWire({
    ...{ id: row.activity_id, board_id: row.activity_board_id, seq: row.seq, card_id: row.card_id, actor_id: row.by_actor_id },
    ...{ verb: row.verb, payload: row.payload, origin: row.origin, created_at: row.activity_at },
  })
}

function trialOf(row: ClaimRow, by: string): Ping {
  const { delivery_id: deliveryId, id: webhookId, activity_board_id: boardId, seq, made_at: madeAt } = row
  return pingOf({ deliveryId, webhookId, boardId, seq, by, madeAt })
}
