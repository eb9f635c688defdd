import { type ParsedInputOf, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { prepared } from '../../kernel/handlers.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { findInvitation, holdInvitation, joinByInvitation } from '../members/invited.ts'
import { hasAccounts, isFirstAccount } from './instance.ts'
import { insertActor } from './new-actor.ts'
import { ownActorOnWire } from './record.ts'
import { countInvited, countRegistration } from './registrations.ts'
import { refuseCommonPassword } from './sign-in/common-passwords.ts'
import { refuseWithoutLocalLogin } from './sign-in/local-login.ts'
import { placeOfLogin, rememberLogin } from './sign-in/login-delay.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { startWebSession } from './sign-in/web-sessions.ts'

/** Specification: service §7, decisions §2. */
type Input = ParsedInputOf<'auth.register'>

const findByEmail = sql<Pick<ActorRow, 'id'>>('select id from actors where email = $1')

export const register = prepared<'auth.register', string>(
  async (read, input) => {
    refuseWithoutLocalLogin(read.policy)
    refuseCommonPassword(read.policy, 'password', input.password)
    // A dry run tells whether the address is taken. It counts for good, else it would try addresses without end.
    if (read.dryRun && input.inviteToken === undefined) await countRegistration(read)
    await refuseRegistration(read, input, !(await hasAccounts(read)))
    return hashPassword(input.password)
  },
  async (act, input, passwordHash) => {
    const isFirst = await isFirstAccount(act)
    await refuseRegistration(act, input, isFirst)
    // An invitation admits one person: others who register without one from the same address must not keep out a team behind it.
    if (input.inviteToken === undefined) await countRegistration(act)
    const id = act.newId()
    act.audit({ actorId: id })
    // The board before the row with its handle: a request that takes the same handle under the board's lock waits for that row.
    const held = input.inviteToken === undefined ? null : await holdInvitation(act, input.inviteToken)
    if (held) await countInvited(act, held.invitation.invitedBy)
    const actor = await insertActor(
      act,
      {
        id,
        kind: 'human',
        name: input.name,
        email: input.email,
        passwordHash,
        isInstanceAdmin: isFirst,
        timezone: input.timezone,
        ownerActorId: null,
        canBeDelegated: null,
        canBeMentioned: null,
      },
      input.handle,
    )
    if (held) await joinByInvitation(act, actor, held)
    rememberLogin(act, placeOfLogin(input.email, act.address))
    return { kind: 'signedIn', body: ownActorOnWire(actor), session: startWebSession(act, actor.id) }
  },
)

type Asker = Reader & { policy: Policy; now: string }

/** Asked before the password is hashed, to spare the work, and again in the transaction, where the answer counts. */
async function refuseRegistration(asker: Asker, input: Input, isFirst: boolean): Promise<void> {
  const registration = registrationNow(asker.policy, isFirst)
  if (registration === 'closed') throw refusal('registrationClosed')
  if (input.inviteToken !== undefined) await findInvitation(asker, input.inviteToken)
  else if (registration === 'invite') throw refusal('registrationInvited')
  if (await asker.row(findByEmail, [input.email])) throw refusal('emailRegistered')
}

/** The first person is needed to invite others, so `invite` accepts the first account without an invitation. */
export function registrationNow(policy: Policy, isFirst: boolean): 'open' | 'invite' | 'closed' {
  const configured = policy.registration ?? (policy.isPublicProfile ? 'invite' : 'open')
  return configured === 'invite' && isFirst ? 'open' : configured
}
