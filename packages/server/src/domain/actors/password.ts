import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { prepared } from '../../kernel/handlers.ts'
import { refused } from '../../kernel/mutation.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { countFailure, forgetFailures, refuseWhileDelayed } from './login-delay.ts'
import { inTurn } from './passwords.ts'
import { dropResets } from './reset.ts'
import { endWebSessions } from './web-sessions.ts'

/** Changing one's password; a wrong current one counts like a failed login. Specification: decisions §2. */
type Account = Pick<ActorRow, 'email' | 'password_hash'>

const findAccount = sql<Account>('select email, password_hash from actors where id = $1')
const replacePassword = sql<{ id: string }>('update actors set password_hash = $3 where id = $1 and password_hash = $2 returning id')

export const changePassword = prepared<'auth.password', { account: Account | undefined; newHash: string | null }>(
  async (read, input) => {
    refuseCommonPassword(read.policy, 'newPassword', input.newPassword)
    const actorId = read.principal?.actorId ?? ''
    return inTurn(async (turn) => {
      const account = await read.row(findAccount, [actorId])
      await refuseWhileDelayed(read, account?.email ?? '')
      const matches = await turn.matches(account?.password_hash ?? null, input.currentPassword)
      return { account, newHash: matches ? await turn.hash(input.newPassword) : null }
    })
  },
  async (act, _input, { account, newHash }) => {
    const { actorId = '', credential } = act.principal ?? {}
    if (!account || newHash === null) {
      countFailure(act, account?.email ?? '')
      act.audit({ outcome: 'invalid_credentials' })
      return refused(new TandemError('invalid_credentials', 'The current password is wrong. Type it again.'))
    }
    if (!(await act.row(replacePassword, [actorId, account.password_hash, newHash])))
      throw new TandemError('conflict', 'The password was changed at this moment by another request. Sign in with the new one.')
    forgetFailures(act, account.email ?? '')
    dropResets(act, actorId)
    endWebSessions(act, actorId, credential?.id)
    return null
  },
)
