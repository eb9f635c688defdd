import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { update } from '../../db/writes.ts'
import { lockInstance } from '../../kernel/act.ts'
import type { Arrival, Claims } from '../../kernel/identities.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { type Done, done, type NewWebSession, type Refused, refused } from '../../kernel/reply.ts'
import { hasOtherAdmin } from '../actors/instance.ts'
import { startWebSession } from '../actors/sign-in/web-sessions.ts'
import { findIdentity, type IdentityRow, useIdentity } from './identity.ts'
import { newcomer } from './newcomer.ts'

/** Signing in by the word of a provider. Specification: decisions §2, reliability C4. */
const lockActor = sql<ActorRow>(`select * from actors where id = $1 and kind = 'human' for no key update`)
const writeAdmin = update(actors, { key: ['id'], set: ['isInstanceAdmin'] })

export async function signInElsewhere(
  act: PrivateAct<'member.added'>,
  claims: Claims,
  arrival: Arrival,
): Promise<Done<NewWebSession> | Refused> {
  // Locked before any row: of two instance admins who lose the role at once, the second must see the first.
  if (claims.isAdmin === false) await lockInstance(act)
  const identity = await findIdentity(act, claims)
  const actor = identity ? await known(act, identity, claims) : await newcomer(act, claims, arrival)
  if (!actor) return shutOut(act, claims)
  act.audit({ actorId: actor.id, detail: { issuer: claims.issuer, new: !identity } })
  await followRole(act, actor, claims)
  return done(startWebSession(act, actor.id))
}

async function known(act: PrivateAct, identity: IdentityRow, claims: Claims): Promise<ActorRow | null> {
  const actor = await act.row(lockActor, [identity.actorId])
  act.audit({ actorId: identity.actorId })
  if (!actor || actor.deactivatedAt !== null) return null
  useIdentity(act, identity, claims)
  return actor
}

/** The audit log records the attempt, as it does a wrong password. */
function shutOut(act: PrivateAct, { issuer }: Claims): Refused {
  act.audit({ outcome: 'forbidden', detail: { issuer } })
  return refused(refusal('accountDeactivated'))
}

/** The provider gives the role and takes it; the last instance admin keeps it, or no one could grant it again. */
async function followRole(act: PrivateAct, actor: ActorRow, { isAdmin }: Claims): Promise<void> {
  if (isAdmin === null || isAdmin === actor.isInstanceAdmin) return
  if (!isAdmin && !(await hasOtherAdmin(act, actor.id))) return
  act.send(writeAdmin({ id: actor.id, isInstanceAdmin: isAdmin }))
  act.audit({ detail: { isInstanceAdmin: isAdmin } })
}
