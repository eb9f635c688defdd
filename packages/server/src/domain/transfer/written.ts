import type { Verb } from '@tandem/contract'
import type { sql } from '../../db/database.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import type { NewRule } from '../rules/add.ts'
import type { Entry, When } from './entries.ts'
import type { Known } from './people.ts'
import type { Survey } from './survey.ts'

/** What the pages of one import know of each other. Written anew by a page that is run again. */
export type Written = {
  survey: Survey
  known: ReadonlyMap<string, Known>
  names: ReadonlyMap<string, string>
  lists: Map<string, string>
  labels: Map<string, string>
  fields: Map<string, string>
  cards: Map<string, string>
  /** Ranks of the last checklist items, by card. */
  lastItems: Map<string, string>
  lastComment: { cardRef: string; id: string } | null
  history: number
  viewsLeftOut: Set<Entry>
  rules: NewRule[]
}

export type StoredAttachment = { key: string; sizeBytes: number; provenType: string | null }
export type Tx = Mutation<Verb>
export type Of<W extends Entry['what']> = Extract<Entry, { what: W }>

export const newWritten = (survey: Survey, known: ReadonlyMap<string, Known>): Written => ({
  names: new Map(survey.board.people.map((person) => [person.ref, person.name])),
  ...{ survey, known, lists: new Map(), labels: new Map(), fields: new Map(), cards: new Map() },
  ...{ lastItems: new Map(), lastComment: null, history: 0, viewsLeftOut: new Set(), rules: [] },
})

/** As many rows as there are, in one statement: `$1` the board, `$2` the rows in JSON. */
export function sendRows(tx: Tx, statement: ReturnType<typeof sql>, rows: readonly unknown[], ...more: string[]): void {
  if (rows.length > 0) tx.send(statement, [tx.board.id, JSON.stringify(rows), ...more])
}

/** What a file tells of the future has not happened yet. */
export function past(tx: Tx, at: When | null): string | null {
  if (at === null) return null
  return at === 'now' || at > tx.now ? tx.now : at
}
