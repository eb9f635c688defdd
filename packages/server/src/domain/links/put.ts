import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { type LinkRow, links } from '../../db/tables/cards/links.ts'
import { insertInto, update } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { touchCard } from '../cards/touch.ts'
import { mostLinks } from './of-card.ts'
import { ownIntegrationOf } from './owner.ts'
import { changeInLog, linkInLog, linkOnWire } from './record.ts'

/** Links a card. A triple is linked once per board, on one card. Specification: service §2, decisions §3. */
const findTriple = sql<LinkRow>(
  'select * from links where board_id = $1 and integration_id = $2 and external_system = $3 and external_id = $4',
)
const countOnCard = sql<{ count: number }>('select count(*)::int as count from links where board_id = $1 and card_id = $2')
const [key, says] = [['boardId', 'id'] as const, ['cardId', 'externalUrl', 'title', 'state'] as const]
const insertLink = insertInto(links, [...key, ...says, 'integrationId', 'externalSystem', 'externalId', 'createdAt'])
const updateLink = update(links, { key, set: says })

/** The lock of the board orders two puts of one triple, and of those to two cards the later one has the link. */
export const putLink: HandlerOf<'link.put'> = async (tx, input) => {
  const { target: card } = tx
  const integrationId = ownIntegrationOf(tx.principal)
  const before = await tx.row(findTriple, [tx.board.id, integrationId, input.externalSystem, input.externalId])
  if (before?.cardId !== card.id) await refuseFull(tx, tx.board.id, card.id)
  const after: LinkRow = {
    boardId: tx.board.id,
    id: before?.id ?? tx.newId(),
    cardId: card.id,
    integrationId,
    externalSystem: input.externalSystem,
    externalId: input.externalId,
    externalUrl: input.externalUrl,
    title: input.title === undefined ? (before?.title ?? null) : input.title,
    state: input.state === undefined ? (before?.state ?? null) : input.state,
    createdAt: before?.createdAt ?? tx.now,
  }
  if (before && isSame(before, after)) return linkOnWire(before)
  const { externalId } = input
  tx.send(before ? updateLink(after) : insertLink(after))
  if (before?.cardId === card.id) {
    tx.record('card.updated', changeInLog(before, after), { cardId: card.id, externalId })
  } else {
    if (before) {
      tx.record('card.unlinked', linkInLog(before), { cardId: before.cardId, externalId })
      touchCard(tx, before.cardId)
    }
    tx.record('card.linked', linkInLog(after), { cardId: card.id, externalId })
  }
  touchCard(tx, card.id)
  return linkOnWire(after)
}

function isSame(one: LinkRow, other: LinkRow): boolean {
  return says.every((key) => one[key] === other[key])
}

async function refuseFull(reader: Reader, boardId: string, cardId: string): Promise<void> {
  if (((await reader.row(countOnCard, [boardId, cardId]))?.count ?? 0) < mostLinks) return
  throw refusal('linksFull', { count: mostLinks }, { details: { limit: mostLinks } })
}
