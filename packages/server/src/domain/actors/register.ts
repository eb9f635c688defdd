import { type ParsedInputOf, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { prepared } from '../../kernel/handlers.ts'
import type { Policy, PrivateAct } from '../../kernel/mutation.ts'
import { type Refused, refused } from '../../kernel/reply.ts'
import { findInvitation, holdInvitation, joinByInvitation, type OpenInvitation } from '../members/invited.ts'
import { hasAccounts, isFirstAccount } from './instance.ts'
import { insertActor } from './new-actor.ts'
import { ownActorOnWire } from './record.ts'
import { type Counting, countInvited, countOfInvitation, countRegistration } from './registrations.ts'
import { refuseCommonPassword } from './sign-in/common-passwords.ts'
import { refuseWithoutLocalLogin } from './sign-in/local-login.ts'
import { placeOfLogin, rememberLogin } from './sign-in/login-delay.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { startWebSession } from './sign-in/web-sessions.ts'

/** Specification: service §7, decisions §2. */
type Input = ParsedInputOf<'auth.register'>

const findByEmail = sql<Pick<ActorRow, 'id'>>('select id from actors where email = $1')

/** `prepare` returns the hash of the password; null: the address is taken. */
export const register = prepared<'auth.register', string | null>(
  async (read, input) => {
    refuseWithoutLocalLogin(read.policy)
    refuseCommonPassword(read.policy, 'password', input.password)
    const invitation = await admit(read, input, !(await hasAccounts(read)))
    await countTry(read, input, invitation)
    return (await read.row(findByEmail, [input.email])) ? null : hashPassword(input.password)
  },
  async (act, input, passwordHash) => {
    const isFirst = await isFirstAccount(act)
    const invitation = await admit(act, input, isFirst)
    if (passwordHash === null || (await act.row(findByEmail, [input.email]))) return refuseTaken(act, invitation)
    const id = act.newId()
    act.audit({ actorId: id })
    // The board before the row with its handle: a request that takes the same handle under the board's lock waits for that row.
    const held = input.inviteToken === undefined ? null : await holdInvitation(act, input.inviteToken)
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
async function admit(asker: Asker, { inviteToken }: Input, isFirst: boolean): Promise<OpenInvitation | null> {
  const registration = registrationNow(asker.policy, isFirst)
  if (registration === 'closed') throw refusal('registrationClosed')
  if (inviteToken !== undefined) return findInvitation(asker, inviteToken)
  if (registration === 'invite') throw refusal('registrationInvited')
  return null
}

/**
 * Each try tells whether the address is taken: an account, a dry run, and one that is refused over its address or over its handle. So it
 * counts before the address is looked up and outside the transaction, for good: beyond the limits taken and free addresses are alike.
 *
 * An invitation counts for its inviter instead of the address of the caller: others who register without one from there must not keep out a
 * team behind it.
 */
async function countTry(read: Counting, { inviteToken }: Input, invitation: OpenInvitation | null): Promise<void> {
  if (!invitation || inviteToken === undefined) return countRegistration(read)
  await countOfInvitation(read, inviteToken)
  await countInvited(read, invitation.invitedBy)
}

/** Committed with its row in the audit log, which names the inviter: the link of an invitation is the inviter's too. */
function refuseTaken(act: Pick<PrivateAct, 'audit'>, invitation: OpenInvitation | null): Refused {
  const by = invitation && { boardId: invitation.boardId, invitationId: invitation.id, invitedBy: invitation.invitedBy }
  act.audit({ outcome: 'duplicate_email', ...(by && { detail: by }) })
  return refused(refusal('emailRegistered'))
}

/** The first person is needed to invite others, so `invite` accepts the first account without an invitation. */
export function registrationNow(policy: Policy, isFirst: boolean): 'open' | 'invite' | 'closed' {
  const configured = policy.registration ?? (policy.isPublicProfile ? 'invite' : 'open')
  return configured === 'invite' && isFirst ? 'open' : configured
}
