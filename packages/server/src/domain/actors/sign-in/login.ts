import { refusal } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { ActorRow } from '../../../db/tables/accounts/actors.ts'
import { prepared } from '../../../kernel/handlers.ts'
import { refused } from '../../../kernel/reply.ts'
import { ownActorOnWire } from '../record.ts'
import { refuseWithoutLocalLogin } from './local-login.ts'
import { countFailedLogin, placeOfLogin, refuseWhileDelayed, rememberLogin } from './login-delay.ts'
import { inTurn } from './passwords.ts'
import { startWebSession } from './web-sessions.ts'

/** Specification: service §7, decisions §2, reliability C4. */
type Account = Pick<ActorRow, 'id' | 'passwordHash'>

const findAccount = sql<Account>(`select id, password_hash from actors where email = $1 and kind = 'human' and deactivated_at is null`)

/** A password that was changed while this one was being checked opens no session: that of the account must still be the one checked. */
const lockAccount = sql<ActorRow>('select * from actors where id = $1 and password_hash = $2 and deactivated_at is null for no key update')

export const login = prepared<'auth.login', { account: Account | undefined; matches: boolean }>(
  (read, input) =>
    inTurn(async (turn) => {
      refuseWithoutLocalLogin(read.policy)
      await refuseWhileDelayed(read, placeOfLogin(input.email, read.address))
      const account = await read.row(findAccount, [input.email])
      return { account, matches: await turn.matches(account?.passwordHash ?? null, input.password) }
    }),
  async (act, input, { account, matches }) => {
    const place = placeOfLogin(input.email, act.address)
    if (account) act.audit({ actorId: account.id })
    const actor = account && matches ? await act.row(lockAccount, [account.id, account.passwordHash]) : undefined
    if (!actor) {
      countFailedLogin(act, place)
      act.audit({ outcome: 'invalid_credentials' })
      return refused(refusal('wrongLogin'))
    }
    rememberLogin(act, place)
    return { kind: 'signedIn', body: ownActorOnWire(actor), session: startWebSession(act, actor.id) }
  },
)
