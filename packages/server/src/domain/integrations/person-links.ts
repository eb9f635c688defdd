import { type PersonLink, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'
import { personLinks } from '../../db/tables/agents/person-links.ts'
import { insertInto, pick, returning, update, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import { newSecret, newToken } from '../../kernel/common/secrets.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
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
const insertLink = insertInto(personLinks, ['id', 'integrationId', 'hash', 'externalUserId', 'displayName', 'createdAt', 'expiresAt'])

export const createPersonLink: HandlerOf<'personLink.create'> = async (act, input) => {
  const own = await ownOf(act, act.principal)
  if (((await act.row(countOpen, [own.id, act.now]))?.count ?? 0) >= mostOpen) throw refusal('personLinksFull', { count: mostOpen })
  const [id, secret, expiresAt] = [act.newId(), newSecret(), after(act.now)]
  const { externalUserId, displayName } = input
  const link = { id, integrationId: own.id, hash: hashOfSecret(secret), externalUserId, displayName, createdAt: act.now, expiresAt }
  act.send(insertLink(link))
  act.audit({ detail: { integrationId: own.id, personLinkId: id, externalUserId } })
  return { id, url: webLink(act.policy, `/connect/${secret}`), expiresAt }
}

const after = (now: string): string => iso(Date.parse(now) + validForMs)

type OpenRow = {
  id: string
  integrationId: string
  type: string
  name: string
  boardId: string
  boardName: string
  externalUserId: string
  displayName: string
  expiresAt: string
}

/** `$1` hash, `$2` now, `$3` the person: a person who is not a member of the board learns nothing. */
const findOpen = sql<OpenRow>(`select l.id, l.integration_id, i.type, i.name, i.board_id, b.name as board_name, l.external_user_id,
    l.display_name, l.expires_at
  from person_links l join integrations i on i.id = l.integration_id join boards b on b.id = i.board_id
  join members m on m.board_id = i.board_id and m.actor_id = $3
  where l.hash = $1 and l.expires_at > $2 and l.confirmed_by is null and i.status <> 'removed'`)
/** Confirms a link once, also for two requests at once. */
const confirm = write(
  pick(personLinks, ['id', 'confirmedBy', 'expiresAt']),
  ({ id, confirmedBy, expiresAt }) => `update person_links set confirmed_by = ${confirmedBy}, expires_at = ${expiresAt}
  where id = ${id} and confirmed_by is null returning id`,
  returning<{ id: string }>(),
)

export const readPersonLink: HandlerOf<'personLink.read'> = async (read, input): Promise<PersonLink> => {
  const row = await openLink(read, input.token, read)
  return {
    integration: { id: row.integrationId, type: row.type, name: row.name },
    board: { id: row.boardId, name: row.boardName },
    externalUserId: row.externalUserId,
    displayName: row.displayName,
    scopes: grantedOn(row.boardId),
    expiresAt: row.expiresAt,
  }
}

export const confirmPersonLink: HandlerOf<'personLink.confirm'> = async (act, input) => {
  const row = await openLink(act, input.token, act)
  const confirmed = { id: row.id, confirmedBy: act.principal?.actorId ?? null, expiresAt: after(act.now) }
  if (!(await act.row(confirm(confirmed)))) throw unknownLink()
  const { integrationId, externalUserId } = row
  act.audit({ detail: { integrationId, personLinkId: row.id, boardId: row.boardId, externalUserId } })
  return null
}

type LinkReader = { now: string; principal: { actorId: string } | null }

async function openLink(reader: Reader, secret: string, { now, principal }: LinkReader): Promise<OpenRow> {
  const row = await reader.row(findOpen, [hashOfSecret(secret), now, principal?.actorId ?? null])
  if (!row) throw unknownLink()
  return row
}

const unknownLink = (): TandemError => refusal('personLinkGone')

const grantedOn = (boardId: string): string[] => [...scopes, `board:${boardId}`]

/** Its removal changes this row before it revokes tokens: it comes first, and nothing is found here, or it finds the new token. */
const lockIntegration = sql<Pick<IntegrationRow, 'id'>>(`select id from integrations where id = $1 and status <> 'removed' for share`)
type AskedRow = { confirmedBy: string | null; claimedAt: string | null; externalUserId: string; displayName: string }
const lockLink = sql<AskedRow>(`select confirmed_by, claimed_at, external_user_id, display_name from person_links
  where integration_id = $1 and id = $2 and expires_at > $3 for no key update`)
const markClaimed = update(personLinks, { key: ['id'], set: ['claimedAt'] })
const insertToken = insertInto(tokens, [
  'id',
  'hash',
  'lastFour',
  'label',
  'actorId',
  'mintedByActorId',
  'scopes',
  'createdAt',
  'integrationId',
])

export const claimPersonLink: HandlerOf<'personLink.claim'> = async (act, input) => {
  const own = await ownOf(act, act.principal)
  const isThere = await act.row(lockIntegration, [own.id])
  const link = isThere && (await act.row(lockLink, [own.id, input.personLinkId, act.now]))
  if (!link) throw refusal('ownPersonLinkGone')
  if (link.claimedAt !== null) throw refusal('personLinkTaken')
  const { confirmedBy: actorId, externalUserId } = link
  if (actorId === null) throw refusal('personLinkOpen')
  const [id, secret, granted] = [act.newId(), newToken(), grantedOn(own.boardId)]
  const label = truncate(`${own.name}: ${link.displayName}`, longestLabel)
  act.send(
    insertToken({
      id,
      hash: hashOfSecret(secret),
      lastFour: secret.slice(-4),
      label,
      actorId,
      mintedByActorId: actorId,
      scopes: granted,
      createdAt: act.now,
      integrationId: own.id,
    }),
  )
  act.send(markClaimed({ id: input.personLinkId, claimedAt: act.now }))
  act.audit({ detail: { integrationId: own.id, personLinkId: input.personLinkId, tokenId: id, forActorId: actorId } })
  return { id, token: secret, scopes: granted, label, actorId, expiresAt: null, externalUserId }
}
