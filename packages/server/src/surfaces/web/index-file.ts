import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Index, packIndex } from './index-page.ts'

/** A build takes seconds; an aborted one leaves its mark behind, and readers wait for it no longer than this. */
const longestBuildMs = 30_000
const pollEveryMs = 100

/**
 * Reads the page of a build, packed once for each build: it names the files of that build, so a new one is to be seen at once. While a
 * first one is under way (scripts/build-web.cjs) it waits for it. Null without a build.
 */
export function createIndexReader(directory: string): () => Promise<Index | null> {
  let kept: { builtMs: number; index: Index } | null = null
  return async () => {
    for (;;) {
      const path = join(directory, 'index.html')
      const builtMs = await changedMs(path)
      if (builtMs !== null && kept?.builtMs === builtMs) return kept.index
      if (builtMs !== null) {
        kept = { builtMs, index: packIndex(await readFile(path)) }
        return kept.index
      }
      const begunMs = await changedMs(`${directory}.building`)
      if (begunMs === null || Date.now() - begunMs > longestBuildMs) return null
      await pause(pollEveryMs)
    }
  }
}

async function changedMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return null
  }
}
