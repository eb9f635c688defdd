import type { BoardImport } from '@tandem/contract'
import type { Note } from './entries.ts'

export type Report = NonNullable<BoardImport['report']>

const mostShown = 200
const longest = 300

/** What an import has made and what it has left out, as it comes to know. */
export type Tally = {
  note: Note
  count(what: string, more?: number): void
  report(error?: string): Report
}

export function createTally(source: Report['source']): Tally {
  const created: Record<string, number> = {}
  const skipped: Report['skipped'] = []
  let skippedCount = 0
  return {
    note(what, reason) {
      skippedCount += 1
      if (skipped.length < mostShown) skipped.push({ what: what.slice(0, longest), reason: reason.slice(0, longest) })
    },
    count(what, more = 1) {
      created[what] = (created[what] ?? 0) + more
    },
    report: (error) => ({ source, created: { ...created }, skipped: [...skipped], skippedCount, error: error ?? null }),
  }
}
