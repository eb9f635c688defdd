import { fieldRefusal, type TandemError } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import { parameter } from '../../../db/parameters.ts'
import type { ActorRow } from '../../../db/tables/accounts/actors.ts'
import { actors } from '../../../db/tables/accounts/actors.ts'
import { passwordResets } from '../../../db/tables/accounts/password-resets.ts'
import { deleteFrom, insertInto, pick, returning, update, write } from '../../../db/writes.ts'
import { iso } from '../../../kernel/common/clock.ts'
import { newSecret } from '../../../kernel/common/secrets.ts'
import { type HandlerOf, prepared } from '../../../kernel/handlers.ts'
import { hashOfSecret } from '../../../kernel/identity/authenticate.ts'
import type { PrivateAct } from '../../../kernel/mutation.ts'
import { done } from '../../../kernel/reply.ts'
import { languageAccepted, languageOf } from '../../../texts/language.ts'
import { mailTexts } from '../../../texts/mails/mails.ts'
import { revokeAllOf } from '../../tokens/revoke-all.ts'
import { plainName, queueLetter, webLink } from '../letters.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { refuseWithoutLocalLogin } from './local-login.ts'
import { forgetFailures } from './login-delay.ts'
import { hashPassword } from './passwords.ts'
import { endWebSessions } from './web-sessions.ts'

/** A new password by a link in a mail: one use, 30 minutes. Specification: decisions §2, reliability C4. */
const validForMs = 30 * 60_000
/** Open resets per account, so that others cannot flood a mailbox. */
const mostOpen = 3

const lockByEmail = sql<Pick<ActorRow, 'id' | 'name' | 'email' | 'locale'>>(
  `select id, name, email, locale from actors where email = $1 and kind = 'human' and deactivated_at is null for no key update`,
)
const countOpen = sql<{ open: number }>('select count(*)::int as open from password_resets where actor_id = $1 and expires_at > $2')
const insertReset = insertInto(passwordResets, ['hash', 'actorId', 'expiresAt'])
const deleteExpired = write(
  { ...pick(passwordResets, ['actorId']), now: parameter<string>('timestamptz') },
  ({ actorId, now }) => `delete from password_resets where actor_id = ${actorId} and expires_at <= ${now}`,
)
const deleteAll = deleteFrom(passwordResets, { key: ['actorId'] })

/** The link carries its secret behind `#`, where neither logs nor other sites see it. */
export const forgotPassword: HandlerOf<'auth.forgot'> = async (act, input) => {
  refuseWithoutLocalLogin(act.policy)
  const actor = act.policy.mailEnabled ? await act.row(lockByEmail, [input.email]) : undefined
  if (!actor?.email) return null
  act.audit({ actorId: actor.id })
  const count = await act.row(countOpen, [actor.id, act.now])
  if ((count?.open ?? 0) >= mostOpen) return null
  const secret = offerReset(act, actor.id)
  const language = actor.locale === null ? languageAccepted(act.languages) : languageOf(actor.locale)
  const { subject, body } = mailTexts[language].reset
  const url = webLink(act.policy, `/reset#${secret}`)
  queueLetter(act, { recipient: actor.email, language, subject, body: body({ name: plainName(actor.name), url }) })
  return null
}

/** A way to a new password; answers the secret of its link. */
export function offerReset(act: Pick<PrivateAct, 'send' | 'now'>, actorId: string): string {
  const secret = newSecret()
  act.send(deleteExpired({ actorId, now: act.now }))
  act.send(insertReset({ hash: hashOfSecret(secret), actorId, expiresAt: iso(Date.parse(act.now) + validForMs) }))
  return secret
}

const findReset = sql<{ actorId: string }>('select actor_id from password_resets where hash = $1 and expires_at > $2')
const lockActive = sql<Pick<ActorRow, 'email'>>(`select email from actors where id = $1 and deactivated_at is null for no key update`)
const takeReset = write(
  { ...pick(passwordResets, ['hash']), now: parameter<string>('timestamptz') },
  ({ hash, now }) => `delete from password_resets where hash = ${hash} and expires_at > ${now} returning actor_id`,
  returning<{ actorId: string }>(),
)
const writePassword = update(actors, { key: ['id'], set: ['passwordHash'] })

type Found = { actorId: string; passwordHash: string }

export const resetPassword = prepared<'auth.reset', Found>(
  async (read, input) => {
    refuseWithoutLocalLogin(read.policy)
    refuseCommonPassword(read.policy, 'newPassword', input.newPassword)
    const { actorId } = knownReset(await read.row(findReset, [hashOfSecret(input.token), read.now]))
    return { actorId, passwordHash: await hashPassword(input.newPassword) }
  },
  async (act, input, { actorId, passwordHash }) => {
    // The actor first: a password change takes the same two locks in this order.
    const actor = await act.row(lockActive, [actorId])
    knownReset(await act.row(takeReset({ hash: hashOfSecret(input.token), now: act.now })))
    if (!actor) throw unknownToken()
    act.audit({ actorId })
    setPassword(act, { id: actorId, email: actor.email }, passwordHash)
    if (input.revokeTokens) act.audit({ detail: { revoked: await revokeAllOf(act, actorId) } })
    return done(null)
  },
)

/** Sessions that began with the old password end. */
export function setPassword(act: Pick<PrivateAct, 'send'>, actor: Pick<ActorRow, 'id' | 'email'>, passwordHash: string): void {
  act.send(writePassword({ id: actor.id, passwordHash }))
  dropResets(act, actor.id)
  endWebSessions(act, actor.id)
  forgetFailures(act, actor)
}

export function dropResets(act: Pick<PrivateAct, 'send'>, actorId: string): void {
  act.send(deleteAll({ actorId }))
}

/** The reset of a token. An unknown, used or expired one is a 400: `invalid_token` is about bearers. */
function knownReset(row: { actorId: string } | undefined): { actorId: string } {
  if (!row) throw unknownToken()
  return row
}

const unknownToken = (): TandemError => fieldRefusal('token', 'letterUsed')
