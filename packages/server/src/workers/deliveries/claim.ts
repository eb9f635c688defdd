import type { Activity } from '@tandem/contract'
import { activityAt } from '../../db/by-id.ts'
import type { Database } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { returning, write } from '../../db/writes.ts'
import { activityOnWire, hashesOf } from '../../domain/boards/activity.ts'
import { type Ping, pingOf } from '../../domain/webhooks/ping.ts'
import { iso } from '../../kernel/common/clock.ts'
import { type Allowance, limits, type Pace, type Pool, type PoolEntry, partsForExtras, pools } from './pools.ts'

/** With the default sweep, what a dead process had claimed goes out again within 10 s. Renewed while the attempt lasts (leases.ts). */
export const leaseMs = 4_500

/** A delivery that is ours until the lease ends. Its attempt is counted before anything goes out. */
export type Claim = {
  deliveryId: string
  attempt: number
  /** Moves on while the attempt lasts. */
  leaseEndMs: number
  /** Which try it is since the delivery was queued, or queued again. */
  nth: number
  /** When it was queued, or queued again. */
  queuedAtMs: number
  /** Requested by a person: it does not count towards the streak of failures. */
  byHand: boolean
  claimedAtMs: number
  /** When it was due: where it stands in the order again, if it is handed back. */
  dueAtMs: number
  /** How many attempts its subscription may begin side by side for this claim. */
  lanes: number
  /** How many deliveries of its subscription this claim might have taken. */
  atMost: number
  poolEntry: PoolEntry
  webhook: Pick<
    WebhookRow,
    'id' | 'boardId' | 'actorId' | 'url' | 'active' | 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil'
  >
  /** Whether the creator or integration of the subscription may see the board now. Specification: reliability W11. */
  authorised: boolean
  /** Null when its board is gone. */
  activity: Activity | Ping | null
}

type ClaimRow = Claim['webhook'] & {
  deliveryId: string
  attempts: number
  triedBefore: number
  byHand: boolean
  pingedBy: string | null
  queuedAt: string
  madeAt: string
  dueAt: string
  lanes: number
  atMost: number
  ownerId: string
  host: string
  pool: Pool
  authorised: boolean
  activityId: string | null
  activityBoardId: string
  seq: number
  cardId: string | null
  byActorId: string
  verb: Activity['verb']
  payload: Record<string, unknown>
  origin: Activity['origin'] | null
  sessionId: string | null
  activityAt: string
  hash: string | null
  payloadHash: string | null
}

const allowance = {
  now: deliveries.nextAttemptAt,
  leaseEnd: deliveries.nextAttemptAt,
  /** The attempts under way; one that is late is in no pool. */
  webhookIds: parameter<readonly string[]>('uuid[]'),
  ownerIds: parameter<readonly string[]>('uuid[]'),
  hosts: parameter<readonly string[]>('text[]'),
  pools: parameter<readonly (Pool | null)[]>('text[]'),
  /** The known state of each subscription. */
  knownIds: parameter<readonly string[]>('uuid[]'),
  paces: parameter<readonly Pace[]>('text[]'),
  eachOf: parameter<readonly number[]>('int[]'),
}

/** The columns of the index of pending deliveries, in its order. */
const indexOrder = 'webhook_id, next_attempt_at, seq'

/**
 * `hooks` walks from one subscription with pending deliveries to the next in the index, so that a backlog of thousands costs no more than
 * one delivery; `due` counts for each how many deliveries the limits of it, its owner, its host and its pool allow; `held` locks only the
 * picked rows: a lock is a write. Turns go round by owner, then by subscription: the one with the fewest deliveries under way is next, and
 * ties are broken at random, not by age, because a backlog would come before every new event. Each limit counts only what the limits before
 * it let through. A subscription that answers at once gets several deliveries for each attempt, which are sent one after the other. The first of a person passes them all, up to a number of its own: what others have under way never delays it. Another
 * spelling of a host counts as another host: the limit protects receivers and is not a security boundary.
 *
 * Each read has the order of the index, and the update names the ids: a plan made while most deliveries were pending would otherwise read
 * all deliveries of each subscription, or the whole table, in every claim.
 */
const claimDue = write(
  allowance,
  (given) => `with recursive taken as (
    select * from unnest(${given.webhookIds}, ${given.ownerIds}, ${given.hosts}, ${given.pools}) as t(webhook_id, owner_id, host, pool)
  ), pools as materialized (
    select most.*, (select count(*) from taken t where t.pool = most.pool) as pool_taken
    from (values ${pools.map(limitsOf).join(', ')}) as most(pool, overall, per_owner, per_host, firsts)
  ), hooks as (
    (select webhook_id from deliveries where state = 'pending' order by ${indexOrder} limit 1)
    union all
    select (select d.webhook_id from deliveries d where d.state = 'pending' and d.webhook_id > h.webhook_id order by ${indexOrder} limit 1)
    from hooks h where h.webhook_id is not null
  ), waiting as (
    select w.id as webhook_id, coalesce(i.installed_by, x.owner_actor_id, x.id) as owner_id, split_part(lower(w.url), '/', 3) as host,
      case known.pace when 'fast' then 'proven' when 'slow' then 'slow' when 'failing' then 'slow' else 'unproven' end as pool,
      case when known.pace in ('fast', 'slow') then ${limits.perWebhook} else 1 end as most, coalesce(known.each, 1) as each,
      random() as lot
    from hooks h join webhooks w on w.id = h.webhook_id join actors x on x.id = w.created_by
    left join integrations i on i.id = w.integration_id
    left join unnest(${given.knownIds}, ${given.paces}, ${given.eachOf}) as known(webhook_id, pace, each) on known.webhook_id = w.id
  ), counted as (
    select w.*, pools.overall, pools.per_owner, pools.per_host, pools.firsts, pools.pool_taken,
      coalesce(own.taken, 0) as own_taken, coalesce(owner.taken, 0) as owner_taken, coalesce(host.taken, 0) as host_taken
    from waiting w
    join pools using (pool)
    left join (select webhook_id, count(*) as taken from taken group by webhook_id) own using (webhook_id)
    left join (select owner_id, pool, count(*) as taken from taken group by owner_id, pool) owner using (owner_id, pool)
    left join (select host, pool, count(*) as taken from taken group by host, pool) host using (host, pool)
  ), due as (
    select c.*, c.own_taken + d.place as nth, case when c.own_taken + d.place = 1 then 3 else ${partsForExtras} end as parts
    from counted c
    cross join lateral (
      select row_number() over (order by next_attempt_at, seq) as place from deliveries
      where webhook_id = c.webhook_id and state = 'pending' and next_attempt_at <= ${given.now}
      limit greatest(
        0,
        case when owner_taken = 0 then least(1 - own_taken, overall + firsts - pool_taken) end,
        least(most - own_taken, per_owner - owner_taken, per_host - host_taken, overall - pool_taken)
      )
    ) d
  ), dealt as (
    select *, owner_taken + row_number() over (partition by pool, owner_id order by nth, lot) as turn from due
  ), by_host as (
    select *, turn = 1 and nth = 1 as first, host_taken + row_number() over (partition by pool, host order by turn, lot) as host_place
    from dealt
  ), by_owner as (
    select *, owner_taken + row_number() over (partition by pool, owner_id order by turn) as owner_place from by_host
    where first or host_place * 3 <= per_host * parts
  ), by_pool as (
    select *, pool_taken + row_number() over (partition by pool order by turn, lot) as pool_place from by_owner
    where owner_place * 3 <= per_owner * parts
  ), picked as (
    select webhook_id, owner_id, host, pool, each, count(*)::int as number from by_pool
    where pool_place * 3 <= overall * parts or (first and pool_place <= overall + firsts)
    group by webhook_id, owner_id, host, pool, each
  ), held as (
    select q.id, q.next_attempt_at, p.owner_id, p.host, p.pool, p.number as lanes, p.number * p.each as at_most
    from picked p
    cross join lateral (
      select id, next_attempt_at from deliveries
      where webhook_id = p.webhook_id and state = 'pending' and next_attempt_at <= ${given.now}
      order by next_attempt_at, seq limit p.number * p.each
      for no key update skip locked
    ) q
  ), claimed as (
    update deliveries d set attempts = d.attempts + 1, next_attempt_at = ${given.leaseEnd} from held p
    where d.id = any (array(select id from held)) and d.id = p.id
    returning d.id, d.webhook_id, d.board_id, d.seq, d.attempts, d.tried_before, d.by_hand, d.pinged_by,
      coalesce(d.requeued_at, d.created_at) as queued_at, d.created_at as made_at, p.next_attempt_at as due_at, p.owner_id, p.host, p.pool,
      p.lanes, p.at_most
  )
  select c.id as delivery_id, c.attempts, c.tried_before, c.by_hand, c.pinged_by, c.queued_at, c.made_at, c.seq, c.board_id as activity_board_id,
    c.owner_id, c.host, c.pool, c.due_at, c.lanes, c.at_most,
    w.id, w.board_id, w.actor_id, w.url, w.active, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until,
    exists (
      select from effective_members m join actors x on x.id = m.actor_id left join actors owner on owner.id = x.owner_actor_id
      where m.board_id = c.board_id and x.deactivated_at is null and owner.deactivated_at is null
        and m.actor_id = coalesce(w.actor_id, w.created_by) and (w.board_id is null or w.integration_id is not null or m.role = 'admin')
    ) as authorised,
    a.id as activity_id, a.card_id, a.actor_id as by_actor_id, a.verb, a.payload, a.origin, a.created_at as activity_at, a.session_id,
    ${hashesOf('a')}
  from claimed c join webhooks w on w.id = c.webhook_id ${activityAt('c.board_id', 'c.seq', 'a')}
  order by c.due_at, c.seq`,
  returning<ClaimRow>(),
)

function limitsOf(pool: Pool): string {
  const { overall, perOwner, perHost, mostFirsts } = limits[pool]
  return `('${pool}', ${overall}, ${perOwner}, ${perHost}, ${mostFirsts})`
}

export async function claim(database: Database, { underWay, known }: Allowance, nowMs: number): Promise<Claim[]> {
  const rows = await database.rows(
    claimDue({
      now: iso(nowMs),
      leaseEnd: iso(nowMs + leaseMs),
      webhookIds: underWay.map(({ webhookId }) => webhookId),
      ownerIds: underWay.map(({ ownerId }) => ownerId),
      hosts: underWay.map(({ host }) => host),
      pools: underWay.map(({ pool }) => pool),
      knownIds: known.map(({ webhookId }) => webhookId),
      paces: known.map(({ pace }) => pace),
      eachOf: known.map(({ each }) => each ?? 1),
    }),
  )
  return rows.map((row) => claimOf(row, nowMs))
}

function claimOf(row: ClaimRow, nowMs: number): Claim {
  return {
    deliveryId: row.deliveryId,
    attempt: row.attempts,
    claimedAtMs: nowMs,
    leaseEndMs: nowMs + leaseMs,
    nth: row.attempts - row.triedBefore,
    queuedAtMs: Date.parse(row.queuedAt),
    byHand: row.byHand,
    dueAtMs: Date.parse(row.dueAt),
    lanes: row.lanes,
    atMost: row.atMost,
    poolEntry: { webhookId: row.id, ownerId: row.ownerId, host: row.host, pool: row.pool },
    webhook: row,
    authorised: row.authorised,
    activity: row.pingedBy === null ? activityOf(row) : trialOf(row, row.pingedBy),
  }
}

function activityOf(row: ClaimRow): Activity | null {
  if (row.activityId === null) return null
  return activityOnWire({
    id: row.activityId,
    boardId: row.activityBoardId,
    seq: row.seq,
    cardId: row.cardId,
    actorId: row.byActorId,
    verb: row.verb,
    payload: row.payload,
    origin: row.origin,
    createdAt: row.activityAt,
    hash: row.hash,
    payloadHash: row.payloadHash,
    sessionId: row.sessionId,
  })
}

function trialOf(row: ClaimRow, by: string): Ping {
  const { deliveryId, id: webhookId, activityBoardId: boardId, seq, madeAt } = row
  return pingOf({ deliveryId, webhookId, boardId, seq, by, madeAt })
}

/** Whether more may be due of a subscription than the claim was permitted to take. */
export const mayLeaveMore = (claims: readonly Claim[]): boolean =>
  Map.groupBy(claims, ({ webhook }) => webhook.id)
    .values()
    .some((own) => own.length >= (own[0]?.atMost ?? 0))
