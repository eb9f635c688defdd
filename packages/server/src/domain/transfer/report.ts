import type { BoardImport } from '@tandem/contract'
import { beginningOf } from '../../kernel/beginning.ts'
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
      if (skipped.length < mostShown) skipped.push({ what: beginningOf(what, longest), reason: beginningOf(reason, longest) })
    },
    count(what, more = 1) {
      created[what] = (created[what] ?? 0) + more
    },
    report: (error) => ({ source, created: { ...created }, skipped: [...skipped], skippedCount, error: error ?? null }),
  }
}

/** Says each thing once, of which a file may hold any number. */
export function onceEach(note: Note): Note {
  const said = new Set<string>()
  return (what, reason) => {
    if (said.has(what)) return
    said.add(what)
    note(what, reason)
  }
}
