import type { Acceptance, AttributeValues, Budget, Explained, LeftOut, ListCategory, WipPolicy } from '@tandem/contract'
import type { FieldRow } from '../../../db/tables/boards/fields.ts'
import type { ViewRow } from '../../../db/tables/boards/views.ts'
import type { NewRule } from '../../rules/add.ts'

/** A time as the database keeps it, or `now`: so it is, and the file does not say since when. */
export type When = string

/**
 * What a file holds, in any format: entries in an order in which they can be written, each after those that it refers to. `ref` is
 * how the file itself names a thing; here every thing gets an id of its own.
 */
export type Entry =
  | BoardEntry
  | { what: 'label'; ref: string; name: string; color: string }
  | { what: 'field'; ref: string; name: string; type: FieldRow['type']; options: string[] | null }
  | ListEntry
  | CardEntry
  | { what: 'checklistItem'; cardRef: string; text: string; doneAt: When | null; assigneeRef: string | null }
  | CommentEntry
  | { what: 'link'; cardRef: string; name: string; url: string }
  | FileEntry
  | { what: 'relation'; cardRef: string; otherRef: string; kind: 'blocks' | 'relates' | 'parent' }
  | { what: 'view'; name: string; layout: ViewRow['layout']; query: Record<string, unknown>; shared: boolean }
  | { what: 'rule'; rule: NewRule }
  | HistoryEntry

export type BoardEntry = {
  what: 'board'
  name: string
  description: string
  agentGuidance: string
  reviewByOthers: boolean
  completeParents: boolean
  maxAgentSessions: number | null
  monthlyBudget: Budget | null
  keyPrefix: string | null
  people: PersonEntry[]
}

/** Someone whom the file names. `actorId` only when the file is our own. */
export type PersonEntry = {
  ref: string
  name: string
  handle: string | null
  actorId: string | null
  role: 'viewer' | 'member' | 'admin' | null
}

/** Things are in the order of `order`; equals in that of the file. */
export type ListEntry = {
  what: 'list'
  ref: string
  name: string
  order: string | number
  wipLimit: number | null
  wipPolicy: WipPolicy
  category: ListCategory
  acceptance: Acceptance
  /** The agents that may claim; none = any agent of the board. */
  queue: { agentRefs: string[] } | null
  archivedAt: When | null
}

/** What a board and a list have where a file says nothing of it. */
export const plainBoard = {
  description: '',
  agentGuidance: '',
  reviewByOthers: false,
  completeParents: false,
  maxAgentSessions: null,
  monthlyBudget: null,
}
export const plainList = { wipLimit: null, wipPolicy: 'warn', category: 'none', acceptance: 'none', queue: null, archivedAt: null } as const

export type CardEntry = AttributeValues & {
  what: 'card'
  ref: string
  listRef: string
  order: string | number
  /** What it is called by on its board; one is found when the file has none. */
  number: number | null
  title: string
  description: string
  completedAt: When | null
  archivedAt: When | null
  archivedWithList: boolean
  createdAt: string | null
  authorName: string | null
  assigneeRefs: string[]
  /** Names of assignees that came with an import before. */
  assigneeNames: string[]
  labelRefs: string[]
  values: { fieldRef: string; value: unknown }[]
}

export type CommentEntry = {
  what: 'comment'
  cardRef: string
  body: string
  authorName: string | null
  createdAt: string | null
  editedAt: string | null
}

/** A file in the archive, under `path`. */
export type FileEntry = { what: 'file'; cardRef: string; name: string; filename: string; contentType: string; path: string }

export type HistoryEntry = {
  what: 'history'
  at: string | null
  actorName: string | null
  verb: string
  cardRef: string | null
  payload: Record<string, unknown> | null
}

/** Says that something is left out, and why. */
export type Note = (what: LeftOut, why: Explained) => void

/** A file that boards can be made of. It may be read any number of times, and says the same each time. */
export type Source = {
  kind: 'tandem' | 'trello' | 'csv'
  read(note: Note): AsyncGenerator<Entry>
  /** The bytes of a file in the archive; undefined when it is not there. */
  open(path: string): Promise<ArchivedFile | undefined>
  close(): Promise<void>
}

/** `bytes` throws BrokenFile when they are not what the archive says they are. */
export type ArchivedFile = { sizeBytes: number; bytes: AsyncIterable<Buffer> }
