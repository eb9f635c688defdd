import { type Reader, sql } from '../../../db/database.ts'
import { cardSummaryOf } from '../../cards/summary.ts'
import { changedCards } from './card-rows.ts'
import { withChanged } from './chunk.ts'
import { readBoard, readFrame } from './frame.ts'
import { assembled, contextOf, noteStaleness, type Tree, type TreeDeps, turnedStale } from './tree.ts'

/**
 * Makes a tree of an older one: the log says which cards have changed since, and only their chunks are made again. The cost is that of the
 * change, not of the board.
 */
type Entry = { verb: string; cardId: string | null; otherCardId: string | null }

/** More activities or cards than this cost more than the whole tree does on most boards. */
const mostChanges = 500

const readSince = sql<Entry>(`select verb, card_id, payload ->> 'otherCardId' as other_card_id from activities
  where board_id = $1 and seq > $2 order by seq limit ${mostChanges + 1}`)

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
  const atMs = deps.clock.now()
  return deps.database.snapshot(async (reader) => {
    const [board, log] = await Promise.all([reader.row(readBoard, [boardId]), reader.rows(readSince, [boardId, old.frame.board.lastSeq])])
    // New ranks of a whole list have no activities.
    if (!board || board.spreads !== old.frame.board.spreads) return undefined
    if (log.length !== board.lastSeq - old.frame.board.lastSeq || log.some(({ verb }) => changesMany.has(verb))) return undefined
    const ids = new Set([...log.flatMap(({ cardId, otherCardId }) => [cardId, otherCardId]), ...turnedStale(old, atMs)])
    ids.delete(null)
    if (ids.size > mostChanges) return undefined
    const frame = log.every(({ cardId }) => cardId !== null) ? { ...old.frame, board } : await readFrame(reader, boardId, archived)
    return withCards(deps, { ...old, frame, atMs }, { reader, ids: ids as Set<string>, archived })
  })
}

type Changed = { reader: Reader; ids: ReadonlySet<string>; archived: boolean }

async function withCards({ staleAfterMs }: TreeDeps, tree: Tree, { reader, ids, archived }: Changed): Promise<Tree> {
  const rows = ids.size === 0 ? [] : await changedCards(reader, tree.frame.board.id, { ids, archived })
  const staleAt = new Map(tree.staleAt)
  for (const id of ids) staleAt.delete(id)
  for (const row of rows) noteStaleness(staleAt, row, staleAfterMs)
  const context = contextOf(tree.frame, { atMs: tree.atMs, staleAfterMs })
  const gone = new Set([...ids, ...rows.map(({ id }) => id)])
  const summaries = rows.map((row) => cardSummaryOf(row, context))
  return assembled({ ...tree, staleAt, chunks: await withChanged(tree.chunks, gone, summaries) }, tree.gaps)
}
