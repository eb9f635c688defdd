import { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { LinkRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { touchCard } from '../cards/touch.ts'
import { mostLinks } from './of-card.ts'
import { ownIntegrationOf } from './owner.ts'
import { linkInLog, linkOnWire } from './wire.ts'

/** Linking a card: of one triple there is one link, wherever it lies on the board. Specification: service §2, decisions §3. */
const findTriple = sql<LinkRow>(
  'select * from links where board_id = $1 and integration_id = $2 and external_system = $3 and external_id = $4',
)
const countOnCard = sql<{ count: number }>('select count(*)::int as count from links where board_id = $1 and card_id = $2')
const insertLink =
  sql(`insert into links (board_id, id, card_id, integration_id, external_system, external_id, external_url, title, state, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
const updateLink = sql('update links set card_id = $3, external_url = $4, title = $5, state = $6 where board_id = $1 and id = $2')

/** The lock of the board orders two puts of one triple, and of those to two cards the later one has the link. */
export const putLink: HandlerOf<'link.put'> = async (tx, input) => {
  const { target: card } = tx
  const integrationId = ownIntegrationOf(tx.principal)
  const before = await tx.row(findTriple, [tx.board.id, integrationId, input.externalSystem, input.externalId])
  if (before?.card_id !== card.id) await refuseFull(tx, tx.board.id, card.id)
  const after: LinkRow = {
    ...{ board_id: tx.board.id, id: before?.id ?? tx.newId(), card_id: card.id, integration_id: integrationId },
    ...{ external_system: input.externalSystem, external_id: input.externalId, external_url: input.externalUrl },
    title: input.title === undefined ? (before?.title ?? null) : input.title,
    state: input.state === undefined ? (before?.state ?? null) : input.state,
    created_at: before?.created_at ?? tx.now,
  }
  if (before && isSame(before, after)) return linkOnWire(before)
  const { externalId } = input
  if (!before) {
    tx.send(insertLink, [
      ...[after.board_id, after.id, after.card_id, after.integration_id, after.external_system, after.external_id, after.external_url],
      ...[after.title, after.state, after.created_at],
    ])
  } else {
    tx.send(updateLink, [after.board_id, after.id, after.card_id, after.external_url, after.title, after.state])
    if (before.card_id !== card.id) {
      tx.record('card.unlinked', linkInLog(before), { cardId: before.card_id, externalId })
      touchCard(tx, before.card_id)
    }
  }
  tx.record('card.linked', linkInLog(after), { cardId: card.id, externalId })
  touchCard(tx, card.id)
  return linkOnWire(after)
}

function isSame(one: LinkRow, other: LinkRow): boolean {
  return (['card_id', 'external_url', 'title', 'state'] as const).every((key) => one[key] === other[key])
}

async function refuseFull(reader: Reader, boardId: string, cardId: string): Promise<void> {
  if (((await reader.row(countOnCard, [boardId, cardId]))?.count ?? 0) < mostLinks) return
  throw new TandemError('conflict', `This card has ${mostLinks} links, and no card has more. Remove one that is no longer needed first.`, {
    details: { limit: mostLinks },
  })
}
