import { refusal, type WebSession } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import { parameter } from '../../../db/parameters.ts'
import { webSessions } from '../../../db/tables/accounts/web-sessions.ts'
import { deleteFrom, insertInto, pick, returning, write } from '../../../db/writes.ts'
import { iso } from '../../../kernel/common/clock.ts'
import { newSecret } from '../../../kernel/common/secrets.ts'
import { answers, type HandlerOf, type Handlers, type RunOf } from '../../../kernel/handlers.ts'
import { hashOfSecret, sessionDays } from '../../../kernel/identity/authenticate.ts'
import type { PrivateAct } from '../../../kernel/mutation.ts'
import type { NewWebSession } from '../../../kernel/reply.ts'

/** Web sessions: the cookie holds the secret, the table its hash. Specification: decisions §2, reliability C1. */
const insertSession = insertInto(webSessions, ['id', 'hash', 'actorId', 'createdAt', 'lastSeenAt', 'expiresAt', 'device'])
const deleteSession = deleteFrom(webSessions, { key: ['id'] })
const deleteOwn = write(
  pick(webSessions, ['id', 'actorId']),
  ({ id, actorId }) => `delete from web_sessions where id = ${id} and actor_id = ${actorId} returning id`,
  returning<{ id: string }>(),
)
const deleteSessions = write(
  { ...pick(webSessions, ['actorId']), exceptId: parameter<string | null>('uuid') },
  ({ actorId, exceptId }) => `delete from web_sessions where actor_id = ${actorId} and id is distinct from ${exceptId}`,
)

/** Starts a session under a new secret, also when the request has a cookie. */
export function startWebSession(act: Pick<PrivateAct, 'send' | 'now' | 'newId' | 'device'>, actorId: string): NewWebSession {
  const secret = newSecret()
  const expiresAt = iso(Date.parse(act.now) + sessionDays * 86_400_000)
  const { now, device } = act
  act.send(insertSession({ id: act.newId(), hash: hashOfSecret(secret), actorId, createdAt: now, lastSeenAt: now, expiresAt, device }))
  return { secret, expiresAt }
}

export function endWebSessions(act: Pick<PrivateAct, 'send'>, actorId: string, exceptId: string | null = null): void {
  act.send(deleteSessions({ actorId, exceptId }))
}

type WebSessionRow = Pick<WebSession, 'id' | 'device'> & Record<'createdAt' | 'lastSeenAt' | 'expiresAt', string>

const listSessions = sql<WebSessionRow>(
  `select id, device, created_at, last_seen_at, expires_at from web_sessions where actor_id = $1 and expires_at > $2
   order by last_seen_at desc, id desc limit 200`,
)

const list: HandlerOf<'webSession.list'> = async (read) => {
  const { actorId, credential } = read.principal
  const rows = await read.rows(listSessions, [actorId, read.now])
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    isCurrent: row.id === credential.id,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
  }))
}

const end: HandlerOf<'webSession.end'> = async (act, { webSessionId }) => {
  const ended = await act.row(deleteOwn({ id: webSessionId, actorId: act.principal?.actorId ?? '' }))
  if (!ended) throw refusal('webSessionGone')
  act.audit({ detail: { webSessionId } })
  return null
}

const endOthers: HandlerOf<'webSession.endOthers'> = async (act) => {
  endWebSessions(act, act.principal?.actorId ?? '', act.principal?.credential.id)
  return null
}

export const webSessionHandlers = {
  'webSession.list': answers(list),
  'webSession.end': answers(end),
  'webSession.endOthers': answers(endOthers),
} satisfies Partial<Handlers>

export const logout: RunOf<'auth.logout'> = async (act) => {
  if (act.principal) act.send(deleteSession({ id: act.principal.credential.id }))
  return { kind: 'signedOut' }
}
