import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { pick, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { isWithin, leashOf } from './leash.ts'

/** Revoking reaches all that a token minted. Specification: service §5, decisions §2. */
const lockToken = sql<{ id: string; label: string; actorId: string; within: boolean }>(`select t.id, t.label, t.actor_id,
    ${isWithin('t.scopes', '$3')} as within
  from tokens t join actors a on a.id = t.actor_id
  where t.id = $1 and t.oauth_grant_id is null and (t.actor_id = $2 or a.owner_actor_id = $2) for no key update of t`)

/** Begins after the lock on its root, so that a child that was being minted meanwhile is seen. */
const revokeTree = write(
  pick(tokens, ['id', 'revokedAt']),
  ({ id, revokedAt }) => `with recursive minted as (
    select id from tokens where id = ${id}
    union select t.id from tokens t join minted m on t.parent_token_id = m.id
  )
  update tokens set revoked_at = ${revokedAt} where id in (select id from minted) and revoked_at is null`,
)

const revokeOfActor = write(
  pick(tokens, ['actorId', 'revokedAt']),
  ({ actorId, revokedAt }) => `update tokens set revoked_at = ${revokedAt}
  where (actor_id = ${actorId} or minted_by_actor_id = ${actorId}) and revoked_at is null`,
)

export const revokeToken: HandlerOf<'token.revoke'> = async (act, input) => {
  const token = await act.row(lockToken, [input.tokenId, act.principal?.actorId ?? null, act.principal && leashOf(act.principal)])
  if (!token) throw refusal('tokenGone')
  if (!token.within) throw refusal('revokeBeyondLeash')
  act.audit({ detail: { tokenId: token.id, label: token.label, actorId: token.actorId } })
  act.send(revokeTree({ id: token.id, revokedAt: act.now }))
  return null
}

export function revokeTokensOfActor(act: Pick<PrivateAct, 'send' | 'now'>, actorId: string): void {
  act.send(revokeOfActor({ actorId, revokedAt: act.now }))
}
