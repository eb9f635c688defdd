import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { type BuiltTree, buildTree } from './tree.ts'

/**
 * Serialised trees by board and `seq`. Nothing in a tree depends on who asks, so one buffer serves everyone whom the access
 * check lets through. An entry ends with the next activity, or when a working session in it turns stale.
 */
type Entry = { seq: number; version: string; bytes: Buffer; endsAtMs: number }
type Building = { seq: number; entry: Promise<Entry> }

const largestCacheBytes = 64 * 1024 * 1024

export function createTreeReader(deps: { database: Database; clock: Clock; staleAfterMs: number }): RunOf<'board.tree'> {
  const entries = new Map<string, Entry>()
  const building = new Map<string, Building>()
  let heldBytes = 0

  return async (read, input) => {
    const archived = input.archived ?? false
    const key = archived ? `${read.boardId}+archived` : read.boardId
    const { bytes, version } = freshEntry(key, read.seq) ?? (await buildOnce(key, read.boardId, archived, read.seq))
    return { kind: 'serialised', json: bytes, version }
  }

  function freshEntry(key: string, seq: number): Entry | undefined {
    const entry = entries.get(key)
    if (!entry || entry.seq < seq || deps.clock.now() >= entry.endsAtMs) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  /** Readers that wait for the same state share one build. */
  function buildOnce(key: string, boardId: string, archived: boolean, seq: number): Promise<Entry> {
    const under = building.get(key)
    if (under && under.seq >= seq) return under.entry
    const entry = buildTree(deps, boardId, archived)
      .then((built) => keep(key, entryOf(built)))
      .finally(() => {
        if (building.get(key)?.entry === entry) building.delete(key)
      })
    building.set(key, { seq, entry })
    return entry
  }

  function keep(key: string, entry: Entry): Entry {
    drop(key)
    entries.set(key, entry)
    heldBytes += entry.bytes.length
    for (const [oldest] of entries) {
      if (heldBytes <= largestCacheBytes || oldest === key) break
      drop(oldest)
    }
    return entry
  }

  function drop(key: string): void {
    heldBytes -= entries.get(key)?.bytes.length ?? 0
    entries.delete(key)
  }
}

function entryOf({ seq, bytes, staleSessions, endsAtMs }: BuiltTree): Entry {
  return { seq, version: `${seq}-${staleSessions}`, bytes, endsAtMs }
}
