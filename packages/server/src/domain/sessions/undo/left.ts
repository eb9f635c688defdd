import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'

const ofLastUndo = sql<{ left: number | null }>(`select (payload ->> 'left')::int as left from activities
  where card_id = $1 and verb = 'agent_session.updated' and payload ->> 'sessionId' = $2 and payload ->> 'undone' = 'true'
  order by id desc limit 1`)

/** How many activities the last undo of a session that is undone has left, as it has recorded; null = it is not undone, or that is not known. */
export async function leftByUndo(reader: Reader, { id, cardId, undoneAt }: SessionRow): Promise<number | null> {
  if (undoneAt === null) return null
  return (await reader.row(ofLastUndo, [cardId, id]))?.left ?? null
}
