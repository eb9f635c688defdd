import type { Card } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow, ChecklistItemRow, CommentRow, SessionRow } from '../../db/rows.ts'
import { look, notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { checklistItemOnWire } from '../checklists/wire.ts'
import { commentOnWire } from '../comments/wire.ts'
import { sessionOnWire } from '../sessions/wire.ts'
import { cardRecordOf, keyOf } from './wire.ts'

/** A card with everything on it. Specification: service §2 and §4, decisions §3. */
const readPrefix = sql<{ key_prefix: string }>('select key_prefix from boards where id = $1')
const readItems = sql<ChecklistItemRow>('select * from checklist_items where board_id = $1 and card_id = $2 order by rank limit 1000')
const readComments = sql<CommentRow>(`select * from (
    select * from comments where board_id = $1 and card_id = $2 order by id desc limit 50) latest order by id`)
const readSessions = sql<SessionRow>('select * from sessions where board_id = $1 and card_id = $2 order by id desc limit 50')
const findByKey = sql<{ id: string }>(
  'select c.id from cards c join boards b on b.id = c.board_id where b.key_prefix = $1 and c.number = $2',
)

export const readCard: HandlerOf<'card.get'> = async (read) => ({ card: await cardDetail(read, read.target) })

export const readCardByKey: HandlerOf<'card.getByKey'> = async (read, input) => {
  const [, prefix, number] = /^([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})$/.exec(input.key.toUpperCase()) ?? []
  if (prefix === undefined) throw notFound('card')
  const found = await read.row(findByKey, [prefix, Number(number)])
  if (!found) throw notFound('card')
  const sight = await look(read, read.principal, { target: 'card', role: 'viewer', scope: 'boards:read' }, { cardId: found.id })
  return { card: await cardDetail(read, sight.target) }
}

async function cardDetail(read: Reader & { now: string; policy: Policy }, card: CardFaceRow): Promise<Card> {
  const of = [card.board_id, card.id]
  const [board, items, comments, sessions] = await Promise.all([
    read.row(readPrefix, [card.board_id]),
    read.rows(readItems, of),
    read.rows(readComments, of),
    read.rows(readSessions, of),
  ])
  const context = { keyPrefix: board?.key_prefix ?? '', now: read.now, staleAfterMs: read.policy.staleAfterMs }
  const cardKey = keyOf(context.keyPrefix, card.number)
  return {
    ...cardRecordOf(card, context),
    checklistItems: items.map(checklistItemOnWire),
    comments: comments.map(commentOnWire),
    links: [],
    attachments: [],
    fieldValues: [],
    watchers: [],
    sessions: sessions.map((session) => sessionOnWire(session, { ...context, cardKey })),
  }
}
