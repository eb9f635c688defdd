import { meaningOf } from '../../../db/failures.ts'
import { bytesOf, gzipOf, type Piece, plainNow, plainOf } from '../../../kernel/common/concatenated-gzip.ts'
import type { RunOf } from '../../../kernel/handlers.ts'
import { type Compressed, done } from '../../../kernel/reply.ts'
import { cardsIn } from './chunk.ts'
import { readFirstCards } from './first-cards.ts'
import { refreshTree } from './refresh.ts'
import { buildTree, type Tree, type TreeDeps } from './tree.ts'

/**
 * Trees by board, each as of a `seq`. A tree does not depend on the caller, so one serves everyone who passes the access check. It is made
 * anew with the next activity, or when a working session in it turns stale.
 */
type Entry = { seq: number; tree: Tree; json: Compressed; version: string; endsAtMs: number; heldBytes: number }
type Building = { seq: number; entry: Promise<Entry> }

const largestCacheBytes = 64 * 1024 * 1024
/** Of a piece beside its bytes, and of a working session. */
const [pieceOverhead, sessionOverhead] = [300, 150]
/** The text between the chunks is kept as text, as a piece, and as the rows that it is made of. */
const gapFactor = 6

export function createTreeReader(deps: TreeDeps): RunOf<'board.tree'> {
  const entries = new Map<string, Entry>()
  const building = new Map<string, Building>()
  let heldBytes = 0

  return async (read, input) => {
    const { archived = false, firstCards } = input
    const { boardId } = read
    const key = archived ? `${boardId}+archived` : boardId
    const fresh = freshEntry(key, read.seq)
    if (firstCards !== undefined) {
      const first = await readFirstCards(deps, { boardId, archived, firstCards, kept: fresh && cardsIn(fresh.tree.chunks) })
      if (first) return done(first)
    }
    const { json, version } = fresh ?? (await buildOnce(key, boardId, archived, read.seq))
    return { kind: 'serialised', json, version }
  }

  function freshEntry(key: string, seq: number): Entry | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.seq >= seq && deps.clock.now() < entry.endsAtMs ? entry : undefined
  }

  /** Readers that wait for the same state share one build. */
  function buildOnce(key: string, boardId: string, archived: boolean, seq: number): Promise<Entry> {
    const under = building.get(key)
    if (under && under.seq >= seq) return under.entry
    const entry = made(key, boardId, archived)
      .then((tree) => keep(key, tree))
      .finally(() => {
        if (building.get(key)?.entry === entry) building.delete(key)
      })
    building.set(key, { seq, entry })
    return entry
  }

  async function made(key: string, boardId: string, archived: boolean): Promise<Tree> {
    const old = entries.get(key)?.tree
    try {
      const refreshed = old && (await refreshTree(deps, old, { boardId, archived }))
      if (refreshed) return refreshed
    } catch (error) {
      // A tree that fails to refresh would fail each reader. While the database is away, it is kept for the time after.
      if (!meaningOf(error).away) drop(key)
      throw error
    }
    return buildTree(deps, boardId, archived)
  }

  function keep(key: string, tree: Tree): Entry {
    const entry = entryOf(tree)
    // A newer one may have been kept while this one was made.
    if ((entries.get(key)?.seq ?? 0) > entry.seq) return entry
    drop(key)
    entries.set(key, entry)
    heldBytes += entry.heldBytes
    for (const [oldest] of entries) {
      if (heldBytes <= largestCacheBytes || oldest === key) break
      drop(oldest)
    }
    return entry
  }

  function drop(key: string): void {
    heldBytes -= entries.get(key)?.heldBytes ?? 0
    entries.delete(key)
  }
}

function entryOf(tree: Tree): Entry {
  const { frame, chunks, staleAt, atMs, pieces, gaps } = tree
  const turns = [...staleAt.values()]
  const { lastSeq: seq } = frame.board
  const staleSessions = turns.filter((turnsMs) => turnsMs <= atMs).length
  return {
    seq,
    tree,
    json: compressed(pieces),
    version: `${seq}-${staleSessions}`,
    endsAtMs: Math.min(...turns.filter((turnsMs) => turnsMs > atMs)),
    heldBytes:
      pieces.reduce((sum, { deflated }) => sum + deflated.length + pieceOverhead, staleAt.size * sessionOverhead) +
      [...chunks.values()].flat().reduce((sum, { cards }) => sum + cards.length + pieceOverhead, 0) +
      [...gaps.keys()].reduce((sum, text) => sum + gapFactor * text.length, 0),
  }
}

/** All who ask for one state at once share one buffer, for as long as one of them has it. */
function compressed(pieces: readonly Piece[]): Compressed {
  let shared: WeakRef<Buffer> | undefined
  function gzip(): Buffer {
    const known = shared?.deref()
    if (known) return known
    const bytes = gzipOf(pieces)
    shared = new WeakRef(bytes)
    return bytes
  }
  return { plainBytes: bytesOf(pieces), gzip: async () => gzip(), plain: () => plainOf(pieces), now: () => plainNow(pieces) }
}
