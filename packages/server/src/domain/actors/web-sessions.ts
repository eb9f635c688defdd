import { sql } from '../../db/database.ts'
import { hashOfSecret, sessionDays } from '../../kernel/authenticate.ts'
import { iso } from '../../kernel/clock.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type PrivateAct, reply } from '../../kernel/mutation.ts'
import { newSecret } from '../../kernel/secrets.ts'

/** Web sessions: the cookie holds the secret, the table its hash. Specification: decisions §2, reliability C1. */
const insertSession = sql(
  `insert into web_sessions (id, hash, actor_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
)
const deleteSession = sql('delete from web_sessions where id = $1')
const deleteSessions = sql('delete from web_sessions where actor_id = $1 and id is distinct from $2')

/** Starts a session under a new secret, whatever cookie the request came with. */
export function startWebSession(
  act: Pick<PrivateAct, 'send' | 'now' | 'newId'>,
  actorId: string,
): { signIn: { secret: string; expiresAt: string } } {
  const secret = newSecret()
  const expiresAt = iso(Date.parse(act.now) + sessionDays * 86_400_000)
  act.send(insertSession, [act.newId(), hashOfSecret(secret), actorId, act.now, expiresAt])
  return { signIn: { secret, expiresAt } }
}

export function endWebSessions(act: Pick<PrivateAct, 'send'>, actorId: string, exceptId: string | null = null): void {
  act.send(deleteSessions, [actorId, exceptId])
}

export const logout: HandlerOf<'auth.logout'> = async (act) => {
  act.send(deleteSession, [act.principal?.credential.id ?? null])
  return reply(null, { signOut: true })
}
