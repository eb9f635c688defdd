import { type Token, token } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { recordOf } from '../record-of.ts'
import { isWithin, leashOf } from './leash.ts'

/** The caller's tokens and those of its agents, without what was revoked. A leashed token is shown what is leashed no further. Specification: decisions §2. */
type TokenRow = {
  id: string
  label: string
  actorId: string
  scopes: string[]
  lastFour: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

const most = 1_000

const readTokens = sql<TokenRow>(`select t.id, t.label, t.actor_id, t.scopes, t.last_four, t.created_at, t.expires_at, t.last_used_at
  from tokens t join actors a on a.id = t.actor_id
  where (t.actor_id = $1 or a.owner_actor_id = $1) and t.revoked_at is null and t.oauth_grant_id is null and ${isWithin('t.scopes', '$2')} order by t.id desc limit ${most}`)

export const listTokens: HandlerOf<'token.list'> = async ({ principal, rows }) =>
  (await rows(readTokens, [principal.actorId, leashOf(principal)])).map(tokenOnWire)

const tokenOnWire: (row: TokenRow) => Token = recordOf(token, { last_used_at: 'lastUsedAt' })
