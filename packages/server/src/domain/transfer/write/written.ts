import type { Verb } from '@tandem/contract'
import type { Mutation } from '../../../kernel/mutation.ts'
import type { NewRule } from '../../rules/add.ts'
import type { Entry, When } from '../formats/entries.ts'
import type { ImportPlan } from './import-plan.ts'
import type { Known } from './people.ts'

/** State shared by the pages of one import. A page that is run again writes it again. */
export type Written = {
  /** The importer, or the owner of the importing agent. */
  person: string
  plan: ImportPlan
  known: ReadonlyMap<string, Known>
  names: ReadonlyMap<string, string>
  lists: Map<string, string>
  labels: Map<string, string>
  fields: Map<string, string>
  cards: Map<string, string>
  /** References of the attachments that are covers, by that of their card. */
  covers: Map<string, string>
  /** Ranks of the last checklist items, by card. */
  lastItems: Map<string, string>
  lastComment: { cardRef: string; id: string } | null
  history: number
  viewsLeftOut: Set<Entry>
  queuesLeftOut: Set<Entry>
  rules: NewRule[]
}

export type StoredAttachment = { key: string; sizeBytes: number; provenType: string | null }
export type Tx = Mutation<Verb>
export type Of<W extends Entry['what']> = Extract<Entry, { what: W }>

export const newWritten = (plan: ImportPlan, known: ReadonlyMap<string, Known>, person: string): Written => ({
  person,
  names: new Map(plan.board.people.map((person) => [person.ref, person.name])),
  plan,
  known,
  lists: new Map(),
  labels: new Map(),
  fields: new Map(),
  cards: new Map(),
  covers: new Map(),
  lastItems: new Map(),
  lastComment: null,
  history: 0,
  viewsLeftOut: new Set(),
  queuesLeftOut: new Set(),
  rules: [],
})

/** The columns that every new row of the board has. */
export const newOn = (tx: Tx) => ({ boardId: tx.board.id, id: tx.newId(), createdAt: tx.now })

/** The plan has every entry that is written. */
export function planned<T>(known: T | undefined): T {
  if (known === undefined) throw new Error('the file holds something that its plan does not')
  return known
}

/** A time in the file that lies in the future is set to now. */
export function past(tx: Tx, at: When | null): string | null {
  if (at === null) return null
  return at === 'now' || at > tx.now ? tx.now : at
}
