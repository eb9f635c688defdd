import type { BoardImport, Explained, Params } from '@tandem/contract'
import { explanationOf } from '../../../kernel/common/explanation.ts'
import { truncate } from '../../../kernel/common/truncate.ts'
import type { Note } from './entries.ts'

export type Report = NonNullable<BoardImport['report']>

const mostShown = 200
const longest = 300

/** Counts the objects that an import creates, and collects what it leaves out. */
export type Tally = {
  note: Note
  count(what: string, more?: number): void
  report(failure?: Explained): Report
}

export function createTally(source: Report['source']): Tally {
  const created: Record<string, number> = {}
  const skipped: Report['skipped'] = []
  let skippedCount = 0
  return {
    note({ message, ...thing }, why) {
      skippedCount += 1
      if (skipped.length >= mostShown) return
      const entry = { what: truncate(message, longest), reason: truncate(why.message, longest) }
      const because = explanationOf(why)
      skipped.push({ ...entry, thing: shortened(thing), ...(because && { why: shortened(because) }) })
    },
    count(what, more = 1) {
      created[what] = (created[what] ?? 0) + more
    },
    report(failure) {
      const why = explanationOf(failure ?? null)
      return { source, created: { ...created }, skipped: [...skipped], skippedCount, error: failure?.message ?? null, ...(why && { why }) }
    },
  }
}

/** Cuts names that are longer than a sentence. */
const shortened = <T extends { params?: Params | undefined }>(thing: T): T => ({
  ...thing,
  ...(thing.params && { params: Object.fromEntries(Object.entries(thing.params).map(([name, value]) => [name, shownOf(value)])) }),
})

const shownOf = (value: string | number): string | number => (typeof value === 'string' ? truncate(value, longest) : value)

/** Says each thing once, of which a file may hold any number. */
export function onceEach(note: Note): Note {
  const said = new Set<string>()
  return (what, why) => {
    if (said.has(what.message)) return
    said.add(what.message)
    note(what, why)
  }
}
