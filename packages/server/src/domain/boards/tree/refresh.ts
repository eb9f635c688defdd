import { sql } from '../../../db/database.ts'
import type { BoardRow } from '../../../db/tables/boards/boards.ts'
import { cardSummaryOf, type SummaryRow } from '../../cards/summary.ts'
import { changedCards } from './card-rows.ts'
import { withChanged } from './chunk.ts'
import { readBoard, readFrame } from './frame.ts'
import { assembled, contextOf, noteStaleness, type Tree, type TreeDeps, turnedStale } from './tree.ts'

/**
 * Makes a tree of an older one: the log says which cards have changed since, and only their chunks are made again. The cost is that of the
 * change, not of the board.
 */
type Entry = { id: string; verb: string; cardId: string | null; otherCardId: string | null }

/** More activities or cards than this cost more than the whole tree does on most boards. */
const mostChanges = 500
/**
 * A tree is read anew after that. It bounds how long a change shows that no activity names, such as ranks that an instance of an older release
 * has spread.
 */
const longestLifeMs = 600_000

/** From the last activity that the older tree has. */
const readSince = sql<Entry>(`select id, verb, card_id, payload ->> 'otherCardId' as other_card_id from activities
  where board_id = $1 and seq >= $2 order by seq limit ${mostChanges + 2}`)

/** What these change of cards, their activities do not name: keys, labels and people of many, lists with their cards, the parent of one. */
const changesMany = new Set([
  'board.updated',
  'board.archived',
  'board.unarchived',
  'board.imported',
  'list.archived',
  'list.unarchived',
  'label.removed',
  'member.removed',
  'card.deleted',
])

/** Undefined where the tree has to be built anew. */
export async function refreshTree(deps: TreeDeps, old: Tree, { boardId, archived }: { boardId: string; archived: boolean }) {
  // A clock that is set back makes no session less silent.
  const atMs = Math.max(old.atMs, deps.clock.now())
  if (atMs - old.builtAtMs > longestLifeMs) return undefined
  const read = await deps.database.snapshot(async (reader) => {
    const { board: before } = old.frame
    const [board, log] = await Promise.all([reader.row(readBoard, [boardId]), reader.rows(readSince, [boardId, before.lastSeq])])
    const since = board && follows(before, board, log)
    if (!since) return undefined
    const ids = new Set([...since.flatMap(({ cardId, otherCardId }) => [cardId, otherCardId]), ...turnedStale(old, atMs)])
    ids.delete(null)
    if (ids.size > mostChanges) return undefined
    const frame = since.every(({ cardId }) => cardId !== null) ? { ...old.frame, board } : await readFrame(reader, boardId, archived)
    const rows = ids.size === 0 ? [] : await changedCards(reader, boardId, { ids: ids as Set<string>, archived })
    return { frame, rows, ids: ids as Set<string> }
  })
  return read && withCards({ ...old, frame: read.frame, atMs }, read, deps.staleAfterMs)
}

/** The activities since the older tree. Undefined where they do not tell what has changed. */
function follows(before: BoardRow, now: BoardRow, log: readonly Entry[]): readonly Entry[] | undefined {
  const [last, ...since] = log
  // New ranks of a whole list have no activities.
  if (now.spreads !== before.spreads || since.length !== now.lastSeq - before.lastSeq) return undefined
  // After a failover that has lost commits, other activities have their numbers.
  if (last ? last.id !== before.lastActivityId : before.lastSeq > 0) return undefined
  return since.some(({ verb }) => changesMany.has(verb)) ? undefined : since
}

type Read = { rows: readonly SummaryRow[]; ids: ReadonlySet<string> }

async function withCards(tree: Tree, { rows, ids }: Read, staleAfterMs: number): Promise<Tree> {
  const staleAt = new Map(tree.staleAt)
  for (const id of ids) staleAt.delete(id)
  for (const row of rows) noteStaleness(staleAt, row, staleAfterMs)
  const context = contextOf(tree.frame, { atMs: tree.atMs, staleAfterMs })
  const gone = new Set([...ids, ...rows.map(({ id }) => id)])
  const summaries = rows.map((row) => cardSummaryOf(row, context))
  return assembled({ ...tree, staleAt, chunks: await withChanged(tree.chunks, gone, summaries) }, tree.gaps)
}
