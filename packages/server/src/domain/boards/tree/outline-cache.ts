import type { BoardOutline } from '@tandem/contract'
import { type Database, sql } from '../../../db/database.ts'
import type { HandlerOf } from '../../../kernel/handlers.ts'
import { readOutline } from './frame.ts'

/**
 * Outlines as of a `seq`: every tool call needs one to replace ids by names. Most activities concern cards, which an outline does not show:
 * a cached one is valid until the log has another activity.
 */
const mostKept = 200
/** Further back than this the log costs more to look through than the outline to read. */
const mostActivities = 200

const readOther = sql<{ seq: number }>(
  'select seq from activities where board_id = $1 and seq > $2 and seq <= $3 and card_id is null limit 1',
)

export function createOutlineReader({ database }: { database: Database }): HandlerOf<'board.outline'> {
  const kept = new Map<string, BoardOutline>()

  return async ({ boardId, seq }, input) => {
    const archived = input.archived ?? false
    const key = archived ? `${boardId}+archived` : boardId
    const known = kept.get(key)
    if (known && known.seq >= seq) return known
    const outline = known && (await stands(boardId, known.seq, seq)) ? { ...known, seq } : await readOutline(database, boardId, archived)
    keep(key, outline)
    return outline
  }

  async function stands(boardId: string, since: number, until: number): Promise<boolean> {
    if (until - since > mostActivities) return false
    return (await database.row(readOther, [boardId, since, until])) === undefined
  }

  function keep(key: string, outline: BoardOutline): void {
    // A newer outline may have been kept while this one was read.
    if ((kept.get(key)?.seq ?? 0) > outline.seq) return
    kept.delete(key)
    kept.set(key, outline)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }
}
