import type { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import { iso } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/execute.ts'
import { type HandlerOf, prepared } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { plainName, queueLetter, webLink } from './letters.ts'
import { refuseWithoutLocalLogin } from './local-login.ts'
import { forgetFailures } from './login-delay.ts'
import { hashPassword } from './passwords.ts'
import { endWebSessions } from './web-sessions.ts'

/** A new password by letter: one use, 30 minutes. Specification: decisions §2, reliability C4. */
const validForMs = 30 * 60_000
/** Open letters per account: nobody is flooded by others who type their e-mail. */
const mostOpen = 3

const lockByEmail = sql<Pick<ActorRow, 'id' | 'name' | 'email'>>(
  `select id, name, email from actors where email = $1 and kind = 'human' and deactivated_at is null for no key update`,
)
const countOpen = sql<{ open: number }>('select count(*)::int as open from password_resets where actor_id = $1 and expires_at > $2')
const insertReset = sql('insert into password_resets (hash, actor_id, expires_at) values ($1, $2, $3)')
const deleteExpired = sql('delete from password_resets where actor_id = $1 and expires_at <= $2')
const deleteAll = sql('delete from password_resets where actor_id = $1')

/** The link carries its secret behind `#`, where neither logs nor other sites see it. */
export const forgotPassword: HandlerOf<'auth.forgot'> = async (act, input) => {
  refuseWithoutLocalLogin(act.policy)
  const actor = act.policy.mailEnabled ? await act.row(lockByEmail, [input.email]) : undefined
  if (!actor?.email) return null
  act.audit({ actorId: actor.id })
  const count = await act.row(countOpen, [actor.id, act.now])
  if ((count?.open ?? 0) >= mostOpen) return null
  const secret = offerReset(act, actor.id)
  queueLetter(act, {
    recipient: actor.email,
    subject: 'A new password for Tandem',
    body: `Hello ${plainName(actor.name)},\n\nsomebody, we hope you, asked for a new password. Set it here within 30 minutes:\n\n${webLink(act.policy, `/reset#${secret}`)}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  })
  return null
}

/** A way to a new password; answers the secret of its link. */
export function offerReset(act: Pick<PrivateAct, 'send' | 'now'>, actorId: string): string {
  const secret = newSecret()
  act.send(deleteExpired, [actorId, act.now])
  act.send(insertReset, [hashOfSecret(secret), actorId, iso(Date.parse(act.now) + validForMs)])
  return secret
}

const findReset = sql<{ actor_id: string }>('select actor_id from password_resets where hash = $1 and expires_at > $2')
const lockActive = sql<Pick<ActorRow, 'email'>>(`select email from actors where id = $1 and deactivated_at is null for no key update`)
const takeReset = sql<{ actor_id: string }>('delete from password_resets where hash = $1 and expires_at > $2 returning actor_id')
const writePassword = sql('update actors set password_hash = $2 where id = $1')

type Found = { actorId: string; passwordHash: string }

export const resetPassword = prepared<'auth.reset', Found>(
  async (read, input) => {
    refuseWithoutLocalLogin(read.policy)
    refuseCommonPassword(read.policy, 'newPassword', input.newPassword)
    const { actor_id: actorId } = await resetOf(read, findReset, input.token)
    return { actorId, passwordHash: await hashPassword(input.newPassword) }
  },
  async (act, input, { actorId, passwordHash }) => {
    // The actor first: a password change takes the same two locks in this order.
    const actor = await act.row(lockActive, [actorId])
    await resetOf(act, takeReset, input.token)
    if (!actor) throw unknownToken()
    act.audit({ actorId })
    setPassword(act, { id: actorId, email: actor.email }, passwordHash)
    return null
  },
)

/** Whoever was signed in with the old one is out. */
export function setPassword(act: Pick<PrivateAct, 'send'>, actor: Pick<ActorRow, 'id' | 'email'>, passwordHash: string): void {
  act.send(writePassword, [actor.id, passwordHash])
  dropResets(act, actor.id)
  endWebSessions(act, actor.id)
  forgetFailures(act, actor.email ?? '')
}

export function dropResets(act: Pick<PrivateAct, 'send'>, actorId: string): void {
  act.send(deleteAll, [actorId])
}

/** Finds or takes the reset of a token. An unknown, used or expired one is a 400: `invalid_token` is about bearers. */
async function resetOf(reader: Reader & { now: string }, statement: typeof findReset, token: string): Promise<{ actor_id: string }> {
  const row = await reader.row(statement, [hashOfSecret(token), reader.now])
  if (!row) throw unknownToken()
  return row
}

const unknownToken = (): TandemError => invalid('token', 'is unknown, used or expired. Ask for a new letter.')
