import { type Reader, sql } from '../../db/database.ts'
import { oauthClients } from '../../db/tables/accounts/oauth-clients.ts'
import { insertInto, pick, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { type Client, OAuthRefusal } from '../../kernel/oauth.ts'
import { redirectsProblem } from './redirects.ts'

/** OAuth clients. Specification: decisions §2, design/mcp.md §4, reliability O1. */
const day = 86_400_000
/** How long a client is kept before a person lets it in. */
const unusedMs = day
/** Well beyond the longest silence between two refreshes: a grant outlives no client. */
const usedMs = 180 * day
const renewEveryMs = 30 * day
/** Characters of a client's name, on the page where a person lets it in. */
const longestName = 100

const findRow = sql<{ id: string; name: string; redirectUris: string[] }>(
  'select id, name, redirect_uris from oauth_clients where id = $1 and kept_until > $2',
)
const columns = ['id', 'name', 'redirectUris', 'createdAt', 'keptUntil'] as const
const insertClient = insertInto(oauthClients, columns)
const keepClient = insertInto(
  oauthClients,
  columns,
  'on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, kept_until = excluded.kept_until',
)
/** Many people may use the same client: its row is written once a month, not at each refresh. */
const renewClient = write(
  { ...pick(oauthClients, ['id', 'keptUntil']), dueBefore: oauthClients.keptUntil },
  ({ id, keptUntil, dueBefore }) => `update oauth_clients set kept_until = ${keptUntil} where id = ${id} and kept_until < ${dueBefore}`,
)

export async function findRegistered(reader: Reader, id: string, now: string): Promise<Client | undefined> {
  const row = await reader.row(findRow, [id, now])
  return row && { id: row.id, name: row.name, redirectUris: row.redirectUris }
}

/** Dynamic registration (RFC 7591) needs no credential, so it grants nothing. */
export async function registerClient(act: PrivateAct<never>, asked: { name: string; redirectUris: readonly string[] }): Promise<Client> {
  const problem = redirectsProblem(asked.redirectUris)
  if (problem) throw new OAuthRefusal('invalid_redirect_uri', problem)
  const client = { id: act.newId(), name: nameFrom(asked.name, 'An app without a name'), redirectUris: asked.redirectUris }
  act.send(insertClient({ ...client, createdAt: act.now, keptUntil: iso(Date.parse(act.now) + unusedMs) }))
  // Without the redirect URIs: the audit log is kept for more than a year, and registration needs no credential. The URIs are in the row of
  // the client, and in that of the consent.
  act.audit({ detail: { clientId: client.id, name: client.name } })
  return client
}

/** Keeps a client that a person has granted access; one that a document describes is stored now. */
export function keep(act: Pick<PrivateAct, 'send' | 'now'>, { id, name, redirectUris }: Client): void {
  act.send(keepClient({ id, name, redirectUris, createdAt: act.now, keptUntil: iso(Date.parse(act.now) + usedMs) }))
}

export function renew(act: Pick<PrivateAct, 'send' | 'now'>, clientId: string): void {
  const nowMs = Date.parse(act.now)
  act.send(renewClient({ id: clientId, keptUntil: iso(nowMs + usedMs), dueBefore: iso(nowMs + usedMs - renewEveryMs) }))
}

/** A name for display: without control characters, and without characters that change the direction of text or are invisible. */
export function nameFrom(text: string, otherwise: string): string {
  const shown = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\s]+/gu, ' ')
    .trim()
  return Array.from(shown).slice(0, longestName).join('') || otherwise
}
