import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import type { Arrival, Claims } from '../../kernel/identities.ts'
import type { Policy, PrivateAct } from '../../kernel/mutation.ts'
import { isFirstAccount } from '../actors/instance.ts'
import { insertActor } from '../actors/new-actor.ts'
import { registrationNow } from '../actors/register.ts'
import { countInvited } from '../actors/registrations.ts'
import { type HeldInvitation, holdInvitation, holdInvitationFor, joinByInvitation } from '../members/invited.ts'
import { addIdentity } from './identity.ts'

/**
 * Registers a person at their first sign-in with a provider. An existing account with the same e-mail is not opened: the provider could
 * claim any address, so only the owner of the account, signed in, may connect the two.
 */
const findByEmail = sql<Pick<ActorRow, 'id'>>('select id from actors where email = $1')

export async function newcomer(act: PrivateAct<'member.added'>, claims: Claims, { inviteToken, timezone }: Arrival): Promise<ActorRow> {
  const isFirst = await isFirstAccount(act)
  const id = act.newId()
  act.audit({ actorId: id })
  await refuseKnownEmail(act, claims)
  const held = await invitationOf(act, claims, inviteToken)
  refuseRegistration(act.policy, { isFirst, isInvited: held !== null, hasEmail: claims.email !== null })
  if (held) await countInvited(act, held.invitation.invitedBy)
  const actor = await insertActor(
    act,
    {
      id,
      kind: 'human',
      name: nameOf(claims),
      email: claims.email,
      passwordHash: null,
      isInstanceAdmin: isFirst,
      ownerActorId: null,
      canBeDelegated: null,
      canBeMentioned: null,
      timezone,
    },
    undefined,
  )
  if ((await addIdentity(act, actor.id, claims)) === null) throw refusal('signInTwice')
  if (held) await joinByInvitation(act, actor, held)
  return actor
}

async function refuseKnownEmail(reader: Reader, { email }: Claims): Promise<void> {
  if (email === null || !(await reader.row(findByEmail, [email]))) return
  throw refusal('knownEmail')
}

/** The link that was opened, else one for the address that the provider vouches for. */
function invitationOf(act: PrivateAct<'member.added'>, { email }: Claims, token: string | undefined): Promise<HeldInvitation | null> {
  if (token !== undefined) return holdInvitation(act, token)
  return email === null ? Promise.resolve(null) : holdInvitationFor(act, email)
}

function refuseRegistration(policy: Policy, who: { isFirst: boolean; isInvited: boolean; hasEmail: boolean }): void {
  const registration = registrationNow(policy, who.isFirst)
  if (registration === 'closed') throw refusal('registrationClosed')
  if (registration === 'open' || who.isInvited) return
  throw refusal(who.hasEmail ? 'accountInvited' : 'accountInvitedUnverified')
}

const longestName = 100

function nameOf({ name, email }: Claims): string {
  const shown = name?.trim() || email?.split('@')[0] || 'Someone'
  return Array.from(shown).slice(0, longestName).join('')
}
