import { refusal } from '@tandem/contract'
import type { Claims } from '../../kernel/identities.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { addIdentity, findIdentity, identitiesOf, mostPerPerson, useIdentity } from './identity.ts'

/** A signed-in person connects an account of a provider: from then on it signs in to this account. */
export async function linkIdentity(act: PrivateAct, claims: Claims): Promise<null> {
  const actorId = act.principal?.actorId ?? ''
  act.audit({ detail: { issuer: claims.issuer } })
  const before = await findIdentity(act, claims)
  if (before && before.actorId !== actorId) throw takenByAnother()
  if (before) {
    useIdentity(act, before, claims)
    return null
  }
  if ((await identitiesOf(act, actorId)).length >= mostPerPerson) throw refusal('identitiesFull', { count: mostPerPerson })
  if ((await addIdentity(act, actorId, claims)) === null) throw takenByAnother()
  return null
}

const takenByAnother = () => refusal('identityTaken')
