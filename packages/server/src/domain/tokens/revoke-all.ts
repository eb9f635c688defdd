import { sql } from '../../db/database.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { personLinks } from '../../db/tables/agents/person-links.ts'
import { pick, returning, write } from '../../db/writes.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { endGrantsOf } from '../oauth/grants.ts'

/**
 * Revokes all credentials of a person except web sessions: tokens that act as the person (also those that plugins hold for them) or as an
 * agent that they own (also when others minted them), the links with which a plugin may still get a token, and the OAuth grants of programs
 * that they approved. Tokens of integrations belong to their boards and stay. Returns how many tokens and grants there were.
 */
const lockGrants = sql<{ id: string }>(
  'select id from oauth_grants where human_actor_id = $1 and revoked_at is null and expires_at > $2 order by id for no key update',
)
/** Minting holds a lock on the parent token: locked first, in a statement of its own, so that a child that was being minted is seen. */
const lockTokens = sql<{ id: string }>(`select id from tokens
  where actor_id in (select id from actors where id = $1 or owner_actor_id = $1) and revoked_at is null and oauth_grant_id is null
  order by id for no key update`)
const revokeTokens = write(
  pick(tokens, ['actorId', 'revokedAt']),
  ({ actorId, revokedAt }) => `update tokens set revoked_at = ${revokedAt}
  where actor_id in (select id from actors where id = ${actorId} or owner_actor_id = ${actorId}) and revoked_at is null
    and oauth_grant_id is null
  returning id`,
  returning<{ id: string }>(),
)

/** Confirmed, and not taken yet: the plugin would get a token afterwards. A plugin that takes one now holds the row, and its token is seen. */
const endPersonLinks = write(
  pick(personLinks, ['confirmedBy']),
  ({ confirmedBy }) => `delete from person_links where confirmed_by = ${confirmedBy} and claimed_at is null returning id`,
  returning<{ id: string }>(),
)

type Revoking = Pick<PrivateAct, 'rows' | 'send' | 'now'>

export async function revokeAllOf(act: Revoking, actorId: string): Promise<{ tokens: number; grants: number }> {
  const grants = await act.rows(lockGrants, [actorId, act.now])
  await act.rows(endPersonLinks({ confirmedBy: actorId }))
  await act.rows(lockTokens, [actorId])
  const revoked = await act.rows(revokeTokens({ actorId, revokedAt: act.now }))
  endGrantsOf(
    act,
    grants.map(({ id }) => id),
  )
  return { tokens: revoked.length, grants: grants.length }
}
