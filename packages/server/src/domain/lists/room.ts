import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ListRow } from '../../db/tables/boards/lists.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** How many cards a list may hold, for those whom its policy refuses more. Specification: beyond §3. */
const countCards = sql<{ taken: number }>(`select count(*)::int as taken from (
  select from cards where board_id = $1 and list_id = $2 and archived_at is null limit $3) c`)

export type LimitedList = Pick<ListRow, 'id' | 'name' | 'wipLimit' | 'wipPolicy'>

/** Throws conflict where `added` cards would be more than the list may hold, for callers whom its policy refuses. */
export async function requireRoomForCard(tx: Mutation<never>, list: LimitedList, added = 1): Promise<void> {
  const { wipLimit: most, wipPolicy } = list
  if (most === null || wipPolicy === 'warn' || (wipPolicy === 'agents' && tx.principal.kind !== 'agent')) return
  const taken = (await tx.row(countCards, [tx.board.id, list.id, most]))?.taken ?? 0
  if (taken + added > most)
    throw refusal('listFull', { name: list.name, most }, { details: { boardId: tx.board.id, listId: list.id, most } })
}
