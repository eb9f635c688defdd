import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { lockInstance } from '../../kernel/act.ts'
import type { Arrival, Claims } from '../../kernel/identities.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { hasOtherAdmin } from '../actors/instance.ts'
import { startWebSession } from '../actors/web-sessions.ts'
import { findIdentity, type IdentityRow, useIdentity } from './identity.ts'
import { newcomer } from './newcomer.ts'

/** Signing in by the word of a provider. Specification: decisions §2, reliability C4. */
type SignIn = ReturnType<typeof startWebSession>['signIn']

const lockActor = sql<ActorRow>(`select * from actors where id = $1 and kind = 'human' for no key update`)
const writeAdmin = sql('update actors set is_instance_admin = $2 where id = $1')

export async function signInElsewhere(act: PrivateAct<'member.added'>, claims: Claims, arrival: Arrival): Promise<SignIn> {
  // Before any row: of two instance admins who lose the role at once one sees the other.
  if (claims.isAdmin === false) await lockInstance(act)
  const identity = await findIdentity(act, claims)
  const actor = identity ? await known(act, identity, claims) : await newcomer(act, claims, arrival)
  act.audit({ actorId: actor.id, detail: { issuer: claims.issuer, new: !identity } })
  await followRole(act, actor, claims)
  return startWebSession(act, actor.id).signIn
}

async function known(act: PrivateAct, identity: IdentityRow, claims: Claims): Promise<ActorRow> {
  const actor = await act.row(lockActor, [identity.actor_id])
  act.audit({ actorId: identity.actor_id })
  if (!actor || actor.deactivated_at !== null) throw new TandemError('forbidden', 'This account is deactivated. Ask an instance admin.')
  useIdentity(act, identity, claims)
  return actor
}

/** The provider gives the role and takes it; the last instance admin keeps it, or nobody could give it to anyone. */
async function followRole(act: PrivateAct, actor: ActorRow, { isAdmin }: Claims): Promise<void> {
  if (isAdmin === null || isAdmin === actor.is_instance_admin) return
  if (!isAdmin && !(await hasOtherAdmin(act, actor.id))) return
  act.send(writeAdmin, [actor.id, isAdmin])
  act.audit({ detail: { isInstanceAdmin: isAdmin } })
}
