import type { ConnectionTarget } from './db/database.ts'
import { parseDatabaseUrl } from './db/servers/database-url.ts'

/** Remedies for the administrator of the server by SQLSTATE. `who` and `where` are those of DATABASE_URL. */
const remedies: Record<string, (names: { who: string; where: string }) => string> = {
  '28P01': ({ who }) => `Check the password of "${who}" in DATABASE_URL.`,
  '28000': ({ who }) => `Check the user "${who}" in DATABASE_URL, and that pg_hba.conf of the server allows it to connect from here.`,
  '3D000': ({ who, where }) => `Create the database (CREATE DATABASE "${where}" OWNER "${who}"), or set DATABASE_URL to another one.`,
  '25006': () => 'It is a standby, or read-only. Set DATABASE_URL to the primary, or to all servers with target_session_attrs=read-write.',
  '42501': ({ who, where }) =>
    `The user "${who}" of DATABASE_URL needs its own database: ALTER DATABASE "${where}" OWNER TO "${who}", and if another user created its tables, REASSIGN OWNED BY that user TO "${who}".`,
  '53100': () => 'The disk of the database server is full. Free up space there, then start again.',
  '53300': () => 'Raise max_connections of the server, or lower DATABASE_POOL_SIZE.',
  '57P03': () => 'The server is starting or stopping. Start again in a moment.',
}

/** The embedded server knows callers by their account (db/embedded/access.ts). */
const ownAccount = 'Run this under the account that runs the service, or as root.'

/** The reason why the database cannot be used, and the remedy; null when no setting and no administrator of the database can fix it. */
export function whyNotUsable(error: unknown, target: ConnectionTarget): string | null {
  const { code = '', message } = error as { code?: string; message: string }
  if (!('connectionString' in target)) {
    if (code === '28000') return `the embedded database does not accept connections from this account (${message}). ${ownAccount}`
    return code === '53100' ? `the disk of DATA_DIR is full (${message}). Free up space, or set DATA_DIR to another disk.` : null
  }
  const remedy = remedies[code]?.(namesIn(target.connectionString))
  return remedy === undefined ? null : `the database of DATABASE_URL reported: ${message}. ${remedy}`
}

function namesIn(connectionString: string): { who: string; where: string } {
  const [server] = parseDatabaseUrl(connectionString).servers
  if (!server || !URL.canParse(server.connectionString)) return { who: 'the user', where: 'the database' }
  const { username, pathname, searchParams } = new URL(server.connectionString)
  const who = decodeURIComponent(username) || searchParams.get('user') || 'the user'
  return { who, where: decodeURIComponent(pathname.slice(1)) || who }
}
