import { TandemError, type WebSession } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { hashOfSecret, sessionDays } from '../../kernel/authenticate.ts'
import { iso } from '../../kernel/clock.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import { type PrivateAct, reply } from '../../kernel/mutation.ts'
import { newSecret } from '../../kernel/secrets.ts'

/** Web sessions: the cookie holds the secret, the table its hash. Specification: decisions §2, reliability C1. */
const insertSession = sql(
  `insert into web_sessions (id, hash, actor_id, created_at, last_seen_at, expires_at, device) values ($1, $2, $3, $4, $4, $5, $6)`,
)
const deleteSession = sql('delete from web_sessions where id = $1')
const deleteOwn = sql<{ id: string }>('delete from web_sessions where id = $1 and actor_id = $2 returning id')
const deleteSessions = sql('delete from web_sessions where actor_id = $1 and id is distinct from $2')

/** Starts a session under a new secret, whatever cookie the request came with. */
export function startWebSession(
  act: Pick<PrivateAct, 'send' | 'now' | 'newId' | 'device'>,
  actorId: string,
): { signIn: { secret: string; expiresAt: string } } {
  const secret = newSecret()
  const expiresAt = iso(Date.parse(act.now) + sessionDays * 86_400_000)
  act.send(insertSession, [act.newId(), hashOfSecret(secret), actorId, act.now, expiresAt, act.device])
  return { signIn: { secret, expiresAt } }
}

export function endWebSessions(act: Pick<PrivateAct, 'send'>, actorId: string, exceptId: string | null = null): void {
  act.send(deleteSessions, [actorId, exceptId])
}

type WebSessionRow = Pick<WebSession, 'id' | 'device'> & Record<'created_at' | 'last_seen_at' | 'expires_at', string>

const listSessions = sql<WebSessionRow>(
  `select id, device, created_at, last_seen_at, expires_at from web_sessions where actor_id = $1 and expires_at > $2
   order by last_seen_at desc, id desc limit 200`,
)

const list: HandlerOf<'webSession.list'> = async (read) => {
  const { actorId, credential } = read.principal
  const rows = await read.rows(listSessions, [actorId, read.now])
  return rows.map((row) => ({
    ...{ id: row.id, device: row.device, isCurrent: row.id === credential.id },
    ...{ createdAt: row.created_at, lastSeenAt: row.last_seen_at, expiresAt: row.expires_at },
  }))
}

const end: HandlerOf<'webSession.end'> = async (act, { webSessionId }) => {
  const ended = await act.row(deleteOwn, [webSessionId, act.principal?.actorId ?? null])
  if (!ended) throw new TandemError('not_found', 'No such sign-in of yours, or it has ended. GET /api/me/web-sessions lists them.')
  act.audit({ detail: { webSessionId } })
  return null
}

const endOthers: HandlerOf<'webSession.endOthers'> = async (act) => {
  endWebSessions(act, act.principal?.actorId ?? '', act.principal?.credential.id)
  return null
}

export const webSessionHandlers = {
  'webSession.list': list,
  'webSession.end': end,
  'webSession.endOthers': endOthers,
} satisfies Partial<Handlers>

export const logout: HandlerOf<'auth.logout'> = async (act) => {
  act.send(deleteSession, [act.principal?.credential.id ?? null])
  return reply(null, { signOut: true })
}
