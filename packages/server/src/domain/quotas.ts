import { refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../db/database.ts'
import type { Policy } from '../kernel/mutation.ts'

/**
 * Quotas of a person together with the agents that they own, because a person can create any number of agents. Generous: they limit abuse,
 * not work. 0 in the configuration turns a quota off; here that is null.
 */
type Quotas = Policy['quotas']
type Quota = keyof Quotas

/** The actors of a person: `$1`. */
const theirs = `(select id from actors where id = $1 or owner_actor_id = $1)`
/** `$1` person, `$2` now. */
const counts: Record<Quota, ReturnType<typeof sql<{ has: number }>>> = {
  // An import under way becomes a board.
  boards: sql(`select (select count(*) from boards where created_by in ${theirs} and deleted_at is null)
    + (select count(*) from imports where actor_id in ${theirs} and due_at is not null and board_id is null and $2::timestamptz is not null) as has`),
  agents: sql(`select count(*) as has from actors
    where owner_actor_id = $1 and kind = 'agent' and deactivated_at is null and $2::timestamptz is not null`),
  tokens: sql(`select count(*) as has from tokens where actor_id in ${theirs} and revoked_at is null
    and (expires_at is null or expires_at > $2) and oauth_grant_id is null and integration_id is null`),
  // Copies share a file, which counts once. Attachments that an agent has removed count for as long as they are kept.
  uploadBytes: sql(`select coalesce(sum(size_bytes), 0)::bigint as has from (
      select distinct on (file_key) size_bytes from (
        select file_key, size_bytes, created_by, kind from attachments union all
        select file_key, size_bytes, created_by, kind from removed_attachments
      ) a where created_by in ${theirs} and kind = 'file' and $2::timestamptz is not null order by file_key
    ) files`),
}

const readPerson = sql<{ id: string }>('select coalesce(owner_actor_id, id) as id from actors where id = $1')
/** The person's row is no lock for this: an agent that acts has locked its own, and its owner locks the two the other way round. */
const lockQuota = sql('select pg_advisory_xact_lock(hashtextextended($1, 0))')

type Asker = Reader & { policy: Policy; now: string }
type Wish = { actorId: string; more?: number }

/** Throws conflict when the person would exceed the quota. Of two concurrent callers, the second counts what the first has added. */
export async function refuseBeyondPerson(tx: Asker, quota: Quota, { actorId, more = 1 }: Wish): Promise<void> {
  const limit = tx.policy.quotas[quota]
  if (limit === null) return
  const person = (await tx.row(readPerson, [actorId]))?.id ?? actorId
  await tx.row(lockQuota, [`${quota} ${person}`])
  const has = (await tx.row(counts[quota], [person, tx.now]))?.has ?? 0
  if (has + more > limit) throw refusals[quota](limit)
}

/** How many bytes more a person may upload; without a lock, so for a first check. Null = without bound. */
export async function uploadBytesLeft(
  reader: Reader,
  quotas: Quotas,
  { actorId, now }: { actorId: string; now: string },
): Promise<number | null> {
  if (quotas.uploadBytes === null) return null
  const person = (await reader.row(readPerson, [actorId]))?.id ?? actorId
  const has = (await reader.row(counts.uploadBytes, [person, now]))?.has ?? 0
  return Math.max(0, quotas.uploadBytes - has)
}

/** The same under the lock of uploads: what fits now fits until the commit. */
export async function uploadBytesLeftUnderLock(tx: Asker, actorId: string): Promise<number | null> {
  if (tx.policy.quotas.uploadBytes === null) return null
  const person = (await tx.row(readPerson, [actorId]))?.id ?? actorId
  await tx.row(lockQuota, [`uploadBytes ${person}`])
  return uploadBytesLeft(tx, tx.policy.quotas, { actorId, now: tx.now })
}

const refusals: Record<Quota, (limit: number) => TandemError> = {
  boards: (limit) => refusal('boardsOfPerson', { count: limit }, { details: { limit } }),
  agents: (limit) => refusal('agentsOfPerson', { count: limit }, { details: { limit } }),
  tokens: (limit) => refusal('tokensOfPerson', { count: limit }, { details: { limit } }),
  uploadBytes: (limit) => refusal('filesOfPerson', { bytes: limit }, { details: { limit } }),
}
