import { type PersonLink, TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { IntegrationRow } from '../../db/rows.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import { beginningOf } from '../../kernel/beginning.ts'
import { iso } from '../../kernel/clock.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { newSecret, newToken } from '../../kernel/secrets.ts'
import { webLink } from '../actors/letters.ts'
import { ownOf } from './own.ts'

/**
 * Acting for a person: the plugin asks, the person opens the address and confirms, the plugin takes a token of theirs, each once and
 * within ten minutes of the step before. The token ends with the integration. Specification: decisions §5.
 */
const validForMs = 10 * 60_000
const mostOpen = 1_000
const longestLabel = 200
const scopes = ['boards:read', 'notifications:read', 'sessions:write']

const countOpen = sql<{ count: number }>(
  'select count(*)::int as count from person_links where integration_id = $1 and confirmed_by is null and expires_at > $2',
)
const insertLink = sql(`insert into person_links (id, integration_id, hash, external_user_id, display_name, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)

export const createPersonLink: HandlerOf<'personLink.create'> = async (act, input) => {
  const own = await ownOf(act, act.principal)
  if (((await act.row(countOpen, [own.id, act.now]))?.count ?? 0) >= mostOpen)
    throw new TandemError('conflict', `${mostOpen} people have been asked and have not answered. Wait until their links expire.`)
  const [id, secret, expiresAt] = [act.newId(), newSecret(), after(act.now)]
  act.send(insertLink, [id, own.id, hashOfSecret(secret), input.externalUserId, input.displayName, act.now, expiresAt])
  act.audit({ detail: { integrationId: own.id, personLinkId: id, externalUserId: input.externalUserId } })
  return { id, url: webLink(act.policy, `/connect/${secret}`), expiresAt }
}

const after = (now: string): string => iso(Date.parse(now) + validForMs)

type OpenRow = {
  id: string
  integration_id: string
  type: string
  name: string
  board_id: string
  board_name: string
  external_user_id: string
  display_name: string
  expires_at: string
}

/** `$1` hash, `$2` now, `$3` the person: who is no member of the board learns nothing. */
const findOpen = sql<OpenRow>(`select l.id, l.integration_id, i.type, i.name, i.board_id, b.name as board_name, l.external_user_id,
    l.display_name, l.expires_at
  from person_links l join integrations i on i.id = l.integration_id join boards b on b.id = i.board_id
  join members m on m.board_id = i.board_id and m.actor_id = $3
  where l.hash = $1 and l.expires_at > $2 and l.confirmed_by is null and i.status <> 'removed'`)
/** Of two who confirm at once, one does. */
const confirm = sql<{ id: string }>(
  'update person_links set confirmed_by = $2, expires_at = $3 where id = $1 and confirmed_by is null returning id',
)

export const readPersonLink: HandlerOf<'personLink.read'> = async (read, input): Promise<PersonLink> => {
  const row = await openLink(read, input.token, read)
  return {
    integration: { id: row.integration_id, type: row.type, name: row.name },
    board: { id: row.board_id, name: row.board_name },
    ...{ externalUserId: row.external_user_id, displayName: row.display_name },
    ...{ scopes: grantedOn(row.board_id), expiresAt: row.expires_at },
  }
}

export const confirmPersonLink: HandlerOf<'personLink.confirm'> = async (act, input) => {
  const row = await openLink(act, input.token, act)
  if (!(await act.row(confirm, [row.id, act.principal?.actorId ?? null, after(act.now)]))) throw unknownLink()
  const { integration_id: integrationId, external_user_id: externalUserId } = row
  act.audit({ detail: { integrationId, personLinkId: row.id, boardId: row.board_id, externalUserId } })
  return null
}

type Asked = { now: string; principal: { actorId: string } | null }

async function openLink(reader: Reader, secret: string, { now, principal }: Asked): Promise<OpenRow> {
  const row = await reader.row(findOpen, [hashOfSecret(secret), now, principal?.actorId ?? null])
  if (!row) throw unknownLink()
  return row
}

const unknownLink = (): TandemError =>
  new TandemError('not_found', 'This link was used, has expired, or is for a board that you are not on. Ask for a new one.')

const grantedOn = (boardId: string): string[] => [...scopes, `board:${boardId}`]

/** Its removal changes this row before it revokes tokens: it comes first, and nothing is found here, or it finds the new token. */
const lockIntegration = sql<Pick<IntegrationRow, 'id'>>(`select id from integrations where id = $1 and status <> 'removed' for share`)
type AskedRow = { confirmed_by: string | null; claimed_at: string | null; external_user_id: string; display_name: string }
const lockLink = sql<AskedRow>(`select confirmed_by, claimed_at, external_user_id, display_name from person_links
  where integration_id = $1 and id = $2 and expires_at > $3 for no key update`)
const markClaimed = sql('update person_links set claimed_at = $2 where id = $1')
const insertToken = sql(`insert into tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at, integration_id)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8)`)

export const claimPersonLink: HandlerOf<'personLink.claim'> = async (act, input) => {
  const own = await ownOf(act, act.principal)
  const isThere = await act.row(lockIntegration, [own.id])
  const link = isThere && (await act.row(lockLink, [own.id, input.personLinkId, act.now]))
  if (!link) throw new TandemError('not_found', 'No such link of yours, or it has expired. Make another.')
  if (link.claimed_at !== null) throw new TandemError('conflict', 'Its token was taken already. Make another link.')
  const { confirmed_by: actorId, external_user_id: externalUserId } = link
  if (actorId === null) throw new TandemError('conflict', 'The person has not confirmed yet. Try again once they have.')
  const [id, secret, granted] = [act.newId(), newToken(), grantedOn(own.board_id)]
  const label = beginningOf(`${own.name}: ${link.display_name}`, longestLabel)
  act.send(insertToken, [id, hashOfSecret(secret), secret.slice(-4), label, actorId, granted, act.now, own.id])
  act.send(markClaimed, [input.personLinkId, act.now])
  act.audit({ detail: { integrationId: own.id, personLinkId: input.personLinkId, tokenId: id, forActorId: actorId } })
  return { id, token: secret, scopes: granted, label, actorId, expiresAt: null, externalUserId }
}
