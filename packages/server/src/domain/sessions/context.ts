import type { PayloadOf } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { mostItems } from '../checklists/record.ts'

/** What an agent needs to start without a second call. Specification: decisions §4. */
export type SessionContext = PayloadOf<'agent_session.created'>['context']

const readGuidance = sql<{ agentGuidance: string }>('select agent_guidance from boards where id = $1')
const readChecklist = sql<{ id: string; text: string; done: boolean }>(`select id, text, done_at is not null as done from checklist_items
  where board_id = $1 and card_id = $2 order by rank limit ${mostItems}`)
const readRecent = sql<{ id: string; actorId: string; body: string; createdAt: string }>(`select * from (
    select id, actor_id, body, created_at from comments where board_id = $1 and card_id = $2 and deleted_at is null order by id desc limit 10
  ) recent order by id`)

export async function contextFor(reader: Reader, card: CardFaceRow, summary: string | null): Promise<SessionContext> {
  return (await contextOn(reader, card))(card, summary)
}

/** For a caller that reads the card at the same time. */
export async function contextOn(reader: Reader, { boardId, id }: Pick<CardFaceRow, 'boardId' | 'id'>) {
  const [board, checklist, comments] = await Promise.all([
    reader.row(readGuidance, [boardId]),
    reader.rows(readChecklist, [boardId, id]),
    reader.rows(readRecent, [boardId, id]),
  ])
  return (card: CardFaceRow, summary: string | null): SessionContext => ({
    cardTitle: card.title,
    description: card.description,
    checklist,
    guidance: board?.agentGuidance ?? '',
    summary,
    recentComments: comments.map((comment) => ({
      id: comment.id,
      actorId: comment.actorId,
      body: comment.body,
      createdAt: comment.createdAt,
    })),
  })
}
