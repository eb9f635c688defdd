import { type Explained, leftOut } from '@tandem/contract'
import type { Note } from './formats/entries.ts'

/** The covers of one attempt at an import. Those that keep their link are counted by reason: an import may have hundreds. */
export type Covers = {
  fetched: number
  /** Milliseconds; null = none was fetched. */
  beganAtMs: number | null
  /** How often each site did not answer in time, by host. */
  timeouts: Map<string, number>
  leftOut: Map<string, { why: Explained; count: number }>
}

export const newCovers = (): Covers => ({ fetched: 0, beganAtMs: null, timeouts: new Map(), leftOut: new Map() })

export function leaveOutCover({ leftOut }: Covers, why: Explained): void {
  const known = leftOut.get(why.message)
  if (known) known.count += 1
  else leftOut.set(why.message, { why, count: 1 })
}

export function noteCovers(covers: Covers, note: Note): void {
  for (const { why, count } of covers.leftOut.values()) note(leftOut('coversMissing', { count }), why)
}
