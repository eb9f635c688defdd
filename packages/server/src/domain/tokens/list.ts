import { type Token, token } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { recordOf } from '../record-of.ts'
import { isWithin, leashOf } from './leash.ts'

/**
 * The caller's tokens and those of its agents, without revoked ones. A leashed token sees only tokens whose leash is within its own.
 * Specification: decisions §2.
 */
type TokenRow = {
  id: string
  label: string
  actorId: string
  scopes: string[]
  lastFour: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  parentId: string | null
  descendants: number
}

const most = 1_000

/** A token falls with the one that made it (revoke.ts). Those that have ended by themselves are not counted: they work no more. */
const readTokens = sql<TokenRow>(`with recursive listed as (
    select t.id, t.label, t.actor_id, t.scopes, t.last_four, t.created_at, t.expires_at, t.last_used_at, t.parent_token_id
    from tokens t join actors a on a.id = t.actor_id
    where (t.actor_id = $1 or a.owner_actor_id = $1) and t.revoked_at is null and t.oauth_grant_id is null and ${isWithin('t.scopes', '$2')}
    order by t.id desc limit ${most}
  ), minted as (
    select l.id as root, t.id, t.expires_at from listed l join tokens t on t.parent_token_id = l.id and t.revoked_at is null
    union all
    select m.root, t.id, t.expires_at from minted m join tokens t on t.parent_token_id = m.id and t.revoked_at is null
  ), counts as (select root, count(*)::int as works from minted where expires_at is null or expires_at > $3 group by root)
  select l.id, l.label, l.actor_id, l.scopes, l.last_four, l.created_at, l.expires_at, l.last_used_at, p.id as parent_id,
    coalesce(c.works, 0) as descendants
  from listed l left join listed p on p.id = l.parent_token_id left join counts c on c.root = l.id order by l.id desc`)

export const listTokens: HandlerOf<'token.list'> = async ({ principal, rows, now }) =>
  (await rows(readTokens, [principal.actorId, leashOf(principal), now])).map(tokenOnWire)

const tokenOnWire: (row: TokenRow) => Token = recordOf(token, { last_used_at: 'lastUsedAt' })
