import type { AuthorRole, PayloadOf } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { checklistFaces, roleOfOldText } from '../../db/text-authors.ts'
import { iso } from '../../kernel/common/clock.ts'
import { cardAuthorOf } from '../authors.ts'
import { mostItems } from '../checklists/record.ts'

/** The context that an agent needs to start without a second call. Specification: decisions §4. */
export type SessionContext = PayloadOf<'agent_session.created'>['context']

type Row = Pick<SessionContext, 'checklist' | 'recentComments'> & { agentGuidance: string; oldRole: AuthorRole }
/** One statement: three cost twice as much. Its times are those of JSON. */
const readAround = sql<Row>(`select b.agent_guidance,
    coalesce((select json_agg(i) from (select id, text, author, done_at is not null as done from ${checklistFaces} f
      where board_id = b.id and card_id = $2 order by rank limit ${mostItems}) i), '[]') as checklist,
    coalesce((select json_agg(m order by m.id) from (select id, actor_id as "actorId", json_build_object('actorId', actor_id, 'role', shown_role) as author, body,
        created_at as "createdAt" from comment_faces
      where board_id = b.id and card_id = $2 and deleted_at is null order by id desc limit 10) m), '[]') as recent_comments,
    (select coalesce(c.description_role, ${roleOfOldText('c.board_id', 'coalesce(c.described_by, c.created_by)')})
      from cards c where c.board_id = b.id and c.id = $2) as old_role
  from boards b where b.id = $1`)

export async function contextFor(reader: Reader, card: CardFaceRow, summary: string | null): Promise<SessionContext> {
  return (await contextOn(reader, card))(card, summary)
}

/** For a caller that reads the card at the same time. */
export async function contextOn(reader: Reader, { boardId, id }: Pick<CardFaceRow, 'boardId' | 'id'>) {
  const around = await reader.row(readAround, [boardId, id])
  return (card: CardFaceRow, summary: string | null): SessionContext => ({
    cardTitle: card.title,
    description: card.description,
    author: cardAuthorOf(card, around?.oldRole),
    checklist: around?.checklist ?? [],
    guidance: around?.agentGuidance ?? '',
    summary,
    recentComments: (around?.recentComments ?? []).map((comment) => ({ ...comment, createdAt: iso(Date.parse(comment.createdAt)) })),
  })
}
