import { TandemError } from '@tandem/contract'
import type { Claims } from '../../kernel/identities.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { addIdentity, findIdentity, identitiesOf, mostPerPerson, useIdentity } from './identity.ts'

/** A person who is signed in connects an account elsewhere: from then on it signs in to this one. */
export async function linkIdentity(act: PrivateAct, claims: Claims): Promise<null> {
  const actorId = act.principal?.actorId ?? ''
  act.audit({ detail: { issuer: claims.issuer } })
  const before = await findIdentity(act, claims)
  if (before && before.actor_id !== actorId) throw takenByAnother()
  if (before) {
    useIdentity(act, before, claims)
    return null
  }
  if ((await identitiesOf(act, actorId)).length >= mostPerPerson)
    throw new TandemError('conflict', `You have connected ${mostPerPerson} accounts already. Disconnect one first.`)
  if ((await addIdentity(act, actorId, claims)) === null) throw takenByAnother()
  return null
}

const takenByAnother = () =>
  new TandemError('conflict', 'That account signs in to another account here. Disconnect it there first, or choose another.')
