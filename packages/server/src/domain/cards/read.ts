import type { AuthorRole, Card, ImportedCard } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { ChecklistFaceRow } from '../../db/tables/cards/checklist-items.ts'
import type { CommentFaceRow } from '../../db/tables/cards/comments.ts'
import { checklistFaces, roleOfOldText } from '../../db/text-authors.ts'
import { holdsScope, loadTarget, notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { attachmentOnWire, attachmentsOfCard } from '../attachments/record.ts'
import { cardAuthorOf } from '../authors.ts'
import { checklistItemOnWire } from '../checklists/record.ts'
import { commentOnWire } from '../comments/record.ts'
import { valuesOfCard } from '../fields/on-cards.ts'
import { linksOfCard } from '../links/of-card.ts'
import { linkOnWire } from '../links/record.ts'
import { endedByOctets } from '../pages.ts'
import { relationsOf } from '../relations/read.ts'
import { holdsNone, holdsOf } from '../sessions/holds/hold.ts'
import { withOctets } from '../sessions/octets.ts'
import { sessionOnWire } from '../sessions/record.ts'
import { watchersOfCard } from '../watches/handlers.ts'
import { cardRecordOf, keyOf } from './summary.ts'

/**
 * A card with everything on it. Of comments and ended sessions, which may be long, it has only the latest; everything else is short and
 * complete. A token sees sessions with sessions:read only. Specification: service §2 and §4, decisions §3.
 */
const readAround = sql<{ keyPrefix: string; imported: ImportedCard | null; oldRole: AuthorRole }>(
  `select key_prefix, (select imported from imported_cards where card_id = $2) as imported,
    (select coalesce(c.description_role, ${roleOfOldText('c.board_id', 'coalesce(c.described_by, c.created_by)')})
      from cards c where c.board_id = $1 and c.id = $2) as old_role
  from boards where id = $1`,
)
const readItems = sql<ChecklistFaceRow>(`select * from ${checklistFaces} i where board_id = $1 and card_id = $2 order by rank limit 1000`)
const readComments = sql<CommentFaceRow>(
  `select * from (${endedByOctets(
    'select *, octet_length(body) as octets from comment_faces where board_id = $1 and card_id = $2 order by id desc limit 50',
    'id desc',
  )}) latest order by id`,
)
/** One per agent at most; none of them is ever left out. */
const readLive = sql<SessionRow>('select * from sessions where board_id = $1 and card_id = $2 and ended_at is null limit 500')
const readEnded = sql<SessionRow>(
  endedByOctets(
    withOctets('select * from sessions where board_id = $1 and card_id = $2 and ended_at is not null order by id desc limit 50'),
    'id desc',
  ),
)
/** A card that has left the board still answers to the number that it had there. */
const findByKey = sql<{ id: string }>(`select coalesce(c.id, f.card_id) as id from boards b
  left join cards c on c.board_id = b.id and c.number = $2
  left join former_numbers f on f.board_id = b.id and f.number = $2
  where b.key_prefix = $1 and coalesce(c.id, f.card_id) is not null`)

export const readCard: HandlerOf<'card.get'> = async (read) => ({ card: await cardDetail(read, read.target) })

export const readCardByKey: HandlerOf<'card.getByKey'> = async (read, input) => {
  const [, prefix, number] = /^([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})$/.exec(input.key.toUpperCase()) ?? []
  if (prefix === undefined) throw notFound('card')
  const found = await read.row(findByKey, [prefix, Number(number)])
  if (!found) throw notFound('card')
  const loaded = await loadTarget(read, read.principal, { target: 'card', role: 'viewer', scope: 'boards:read' }, { cardId: found.id })
  return { card: await cardDetail(read, loaded.target) }
}

async function cardDetail(read: Reader & { now: string; policy: Policy; principal: Principal }, card: CardFaceRow): Promise<Card> {
  const of = [card.boardId, card.id]
  const seesSessions = holdsScope(read.principal, 'sessions:read')
  const [board, items, comments, live, ended, values, watchers, relations, attachments, links] = await Promise.all([
    read.row(readAround, of),
    read.rows(readItems, of),
    read.rows(readComments, of),
    seesSessions ? read.rows(readLive, of) : [],
    seesSessions ? read.rows(readEnded, of) : [],
    read.rows(valuesOfCard, of),
    read.rows(watchersOfCard, of),
    relationsOf(read, card),
    read.rows(attachmentsOfCard, of),
    read.rows(linksOfCard, of),
  ])
  const context = { keyPrefix: board?.keyPrefix ?? '', now: read.now, staleAfterMs: read.policy.staleAfterMs }
  const cardKey = keyOf(context.keyPrefix, card.number)
  const holdOf = card.blocked ? await holdsOf(read, live) : holdsNone
  return {
    ...cardRecordOf(card, context),
    author: cardAuthorOf(card, board?.oldRole),
    checklistItems: items.map(checklistItemOnWire),
    comments: comments.map(commentOnWire),
    links: links.map(linkOnWire),
    attachments: attachments.map(attachmentOnWire),
    fieldValues: [...values],
    watchers: watchers.map((row) => row.actorId),
    relations,
    sessions: [...live, ...ended].toSorted(newestFirst).map((session) => sessionOnWire(session, { ...context, cardKey, holdOf })),
    ...(board?.imported ? { imported: board.imported } : {}),
  }
}

const newestFirst = (a: SessionRow, b: SessionRow): number => (a.id < b.id ? 1 : -1)
