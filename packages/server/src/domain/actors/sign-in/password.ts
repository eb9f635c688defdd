import { refusal } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { ActorRow } from '../../../db/tables/accounts/actors.ts'
import { actors } from '../../../db/tables/accounts/actors.ts'
import { pick, returning, write } from '../../../db/writes.ts'
import { prepared } from '../../../kernel/handlers.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'
import { done, refused } from '../../../kernel/reply.ts'
import { revokeAllOf } from '../../tokens/revoke-all.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { countFailedChange, forgetFailedChanges, type LoginPlace, placeOfSession, refuseWhileDelayed } from './login-delay.ts'
import { inTurn } from './passwords.ts'
import { dropResets } from './reset.ts'
import { endWebSessions } from './web-sessions.ts'

/**
 * Changing one's password. Wrong current ones delay the web session that typed them, and nothing else: others who guess at the login must
 * not keep the owner from changing it, nor may a stolen session delay the owner's logins. Specification: decisions §2.
 */
type Account = Pick<ActorRow, 'passwordHash'>

const findAccount = sql<Account>('select password_hash from actors where id = $1')
const replacePassword = write(
  { ...pick(actors, ['id']), before: actors.passwordHash, after: actors.passwordHash },
  ({ id, before, after }) => `update actors set password_hash = ${after} where id = ${id} and password_hash = ${before} returning id`,
  returning<{ id: string }>(),
)

export const changePassword = prepared<'auth.password', { account: Account | undefined; newHash: string | null }>(
  async (read, input) => {
    refuseCommonPassword(read.policy, 'newPassword', input.newPassword)
    return inTurn(async (turn) => {
      const account = await read.row(findAccount, [read.principal?.actorId ?? ''])
      await refuseWhileDelayed(read, placeOf(read.principal))
      const matches = await turn.matches(account?.passwordHash ?? null, input.currentPassword)
      return { account, newHash: matches ? await turn.hash(input.newPassword) : null }
    })
  },
  async (act, input, { account, newHash }) => {
    const { actorId = '', credential } = act.principal ?? {}
    if (!account || newHash === null) {
      countFailedChange(act, placeOf(act.principal))
      act.audit({ outcome: 'invalid_credentials' })
      return refused(refusal('wrongPassword'))
    }
    if (!(await act.row(replacePassword({ id: actorId, before: account.passwordHash, after: newHash })))) throw refusal('passwordChanged')
    forgetFailedChanges(act, placeOf(act.principal))
    dropResets(act, actorId)
    endWebSessions(act, actorId, credential?.id)
    if (input.revokeTokens) act.audit({ detail: { revoked: await revokeAllOf(act, actorId) } })
    return done(null)
  },
)

function placeOf(principal: Principal | null): LoginPlace {
  return placeOfSession(principal?.actorId ?? '', principal?.credential.id ?? '')
}
