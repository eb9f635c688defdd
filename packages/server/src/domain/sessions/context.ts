import type { PayloadOf } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import { mostItems } from '../checklists/wire.ts'

/** What an agent needs to start without a second call. Specification: decisions §4. */
type Context = PayloadOf<'agent_session.created'>['context']

const readGuidance = sql<{ agent_guidance: string }>('select agent_guidance from boards where id = $1')
const readChecklist = sql<{ id: string; text: string; done: boolean }>(`select id, text, done_at is not null as done from checklist_items
  where board_id = $1 and card_id = $2 order by rank limit ${mostItems}`)
const readRecent = sql<{ id: string; actor_id: string; body: string; created_at: string }>(`select * from (
    select id, actor_id, body, created_at from comments where board_id = $1 and card_id = $2 and deleted_at is null order by id desc limit 10
  ) recent order by id`)

export async function contextFor(reader: Reader, card: CardFaceRow, summary: string | null): Promise<Context> {
  const of = [card.board_id, card.id]
  const [board, checklist, comments] = await Promise.all([
    reader.row(readGuidance, [card.board_id]),
    reader.rows(readChecklist, of),
    reader.rows(readRecent, of),
  ])
  return {
    ...{ cardTitle: card.title, description: card.description, checklist, guidance: board?.agent_guidance ?? '', summary },
    recentComments: comments.map((comment) => ({
      id: comment.id,
      actorId: comment.actor_id,
      body: comment.body,
      createdAt: comment.created_at,
    })),
  }
}
