import type { Card } from '@tandem/contract'
import type { CardDetailRow } from '../../db/card-details.ts'
import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { ChecklistFaceRow } from '../../db/tables/cards/checklist-items.ts'
import type { CommentFaceRow } from '../../db/tables/cards/comments.ts'
import { checklistFaces } from '../../db/text-authors.ts'
import { holdsScope, type LoadedTarget, loadCardByKey, notFound } from '../../kernel/access.ts'
import type { HandlerOf, PrivateRead } from '../../kernel/handlers.ts'
import { attachmentOnWire, attachmentsOfCard } from '../attachments/record.ts'
import { cardAuthorOf } from '../authors.ts'
import { checklistItemOnWire } from '../checklists/record.ts'
import { commentOnWire } from '../comments/record.ts'
import { valuesOfCard } from '../fields/on-cards.ts'
import { linksOfCard } from '../links/of-card.ts'
import { linkOnWire } from '../links/record.ts'
import { endedByOctets } from '../pages.ts'
import { relationsOf, standingOf, unrelated } from '../relations/read.ts'
import { holdsNone, holdsOf } from '../sessions/holds/hold.ts'
import { withOctets } from '../sessions/octets.ts'
import { sessionOnWire } from '../sessions/record.ts'
import { cardRecordOf, keyOf } from './summary.ts'

/**
 * A card with everything on it. Of comments and ended sessions, which may be long, it has only the latest; everything else is short and
 * complete. A token sees sessions with sessions:read only. Specification: service §2 and §4, decisions §3.
 */
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

export const readCard: HandlerOf<'card.get'> = async (read) => ({ card: await cardDetail(read, read) })

export const readCardByKey: HandlerOf<'card.getByKey'> = async (read, input) => {
  const [, prefix, number] = /^([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})$/.exec(input.key.toUpperCase()) ?? []
  if (prefix === undefined) throw notFound('card')
  const access = { target: 'card', role: 'viewer', scope: 'boards:read' } as const
  return { card: await cardDetail(read, await loadCardByKey(read, read.principal, access, { prefix, number: Number(number) })) }
}

type Loaded = Pick<LoadedTarget<'cardInDetail'>, 'target' | 'keyPrefix'>

async function cardDetail(read: PrivateRead, { target: card, keyPrefix }: Loaded): Promise<Card> {
  const { items, comments, live, ended, values, standing, relations, attachments, links } = await listsOf(read, card)
  const context = { keyPrefix, now: read.now, staleAfterMs: read.policy.staleAfterMs }
  const cardKey = keyOf(keyPrefix, card.number)
  const holdOf = standing.blocked ? await holdsOf(read, live) : holdsNone
  return {
    ...cardRecordOf({ ...card, ...standing }, context),
    author: cardAuthorOf(card, card.oldRole ?? undefined),
    checklistItems: items.map(checklistItemOnWire),
    comments: comments.map(commentOnWire),
    links: links.map(linkOnWire),
    attachments: attachments.map(attachmentOnWire),
    fieldValues: [...values],
    watchers: card.watcherIds,
    relations,
    sessions: [...live, ...ended].toSorted(newestFirst).map((session) => sessionOnWire(session, { ...context, cardKey, holdOf })),
    ...(card.imported && { imported: card.imported }),
  }
}

const nothing = {
  items: [],
  comments: [],
  live: [],
  ended: [],
  values: [],
  standing: unrelated,
  relations: [],
  attachments: [],
  links: [],
}

/** The lists on a card, in one packet, without asking for those that are empty. */
async function listsOf({ principal, together }: PrivateRead, card: CardDetailRow) {
  const of = [card.boardId, card.id]
  const { hasAttachments, hasComments, hasFieldValues, hasItems, hasLinks, hasRelations } = card
  const showsSessions = card.hasSessions && holdsScope(principal, 'sessions:read')
  if (![hasAttachments, hasComments, hasFieldValues, hasItems, hasLinks, hasRelations, showsSessions].includes(true)) return nothing
  return together(async (read) => {
    const [items, comments, live, ended, values, standing, relations, attachments, links] = await Promise.all([
      hasItems ? read.rows(readItems, of) : [],
      hasComments ? read.rows(readComments, of) : [],
      showsSessions ? read.rows(readLive, of) : [],
      showsSessions ? read.rows(readEnded, of) : [],
      hasFieldValues ? read.rows(valuesOfCard, of) : [],
      hasRelations ? standingOf(read, card) : unrelated,
      hasRelations ? relationsOf(read, principal, card) : [],
      hasAttachments ? read.rows(attachmentsOfCard, of) : [],
      hasLinks ? read.rows(linksOfCard, of) : [],
    ])
    return { items, comments, live, ended, values, standing, relations, attachments, links }
  })
}

const newestFirst = (a: SessionRow, b: SessionRow): number => (a.id < b.id ? 1 : -1)
