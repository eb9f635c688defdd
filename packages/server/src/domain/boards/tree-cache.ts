import type { Database } from '../../db/database.ts'
import { type CachedBytes, cacheBytes } from '../../kernel/common/cached-bytes.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { type BuiltTree, buildTree } from './tree.ts'

/**
 * Serialised trees by board and `seq`. A tree does not depend on the caller, so one buffer serves everyone who passes the access check. An
 * entry ends with the next activity, or when a working session in it turns stale.
 */
type Entry = { seq: number; version: string; bytes: CachedBytes; endsAtMs: number }
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
      .then((built) => keep(key, built))
      .finally(() => {
        if (building.get(key)?.entry === entry) building.delete(key)
      })
    building.set(key, { seq, entry })
    return entry
  }

  function keep(key: string, { seq, bytes, staleSessions, endsAtMs }: BuiltTree): Entry {
    drop(key)
    const onChange = (by: number): void => {
      if (entries.get(key) === entry) heldBytes += by
    }
    const entry: Entry = { seq, version: `${seq}-${staleSessions}`, bytes: cacheBytes(bytes, onChange), endsAtMs }
    entries.set(key, entry)
    heldBytes += entry.bytes.cachedBytes()
    for (const [oldest] of entries) {
      if (heldBytes <= largestCacheBytes || oldest === key) break
      drop(oldest)
    }
    return entry
  }

  function drop(key: string): void {
    heldBytes -= entries.get(key)?.bytes.cachedBytes() ?? 0
    entries.delete(key)
  }
}
