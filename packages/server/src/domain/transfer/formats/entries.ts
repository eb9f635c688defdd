import type { Acceptance, AttributeValues, Budget, Explained, LeftOut, ListCategory, WipPolicy } from '@tandem/contract'
import type { FieldRow } from '../../../db/tables/boards/fields.ts'
import type { ViewRow } from '../../../db/tables/boards/views.ts'
import type { NewRule } from '../../rules/add.ts'

/** A time as the database keeps it, or `now`: so it is, and the file does not say since when. */
export type When = string

/**
 * The contents of a file of any format: entries in an order in which they can be written, each after those that it refers to. `ref` is the
 * id or name of an object within the file; here each object gets an id of its own.
 */
export type Entry =
  | BoardEntry
  | { what: 'label'; ref: string; name: string; color: string }
  | { what: 'field'; ref: string; name: string; type: FieldRow['type']; options: string[] | null }
  | ListEntry
  | CardEntry
  | { what: 'checklistItem'; cardRef: string; text: string; doneAt: When | null; assigneeRef: string | null }
  | CommentEntry
  | LinkEntry
  | FileEntry
  | { what: 'relation'; cardRef: string; otherRef: string; kind: 'blocks' | 'relates' | 'parent' }
  | ({ what: 'view'; query: Record<string, unknown> } & Pick<
      ViewRow,
      'name' | 'layout' | 'lanes' | 'emptyLanes' | 'columns' | 'sort' | 'shared'
    >)
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
  /** The end of the log as the file gives it; only in our own format. */
  log?: { boardId: string; seq: number; hash: string } | null
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
  color: string | null
  /** The agents that may claim; none = any agent of the board. */
  queue: { agentRefs: string[] } | null
  archivedAt: When | null
}

/** The settings of a board and a list of which the file says nothing. */
export const plainBoard = {
  description: '',
  agentGuidance: '',
  reviewByOthers: false,
  completeParents: false,
  maxAgentSessions: null,
  monthlyBudget: null,
}
export const plainList = {
  wipLimit: null,
  wipPolicy: 'warn',
  category: 'none',
  acceptance: 'none',
  color: null,
  queue: null,
  archivedAt: null,
} as const

export type CardEntry = AttributeValues & {
  what: 'card'
  ref: string
  listRef: string
  order: string | number
  /** The number of the card on its board; a new one is assigned when the file has none. */
  number: number | null
  title: string
  description: string
  completedAt: When | null
  archivedAt: When | null
  archivedWithList: boolean
  createdAt: string | null
  authorName: string | null
  /** The attachment that is its cover. */
  coverRef: string | null
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

/** `ref` is null where no cover names it. */
type Attached = { cardRef: string; ref: string | null; name: string; authorName: string | null; createdAt: string | null }
/** `isCoverImage`: the import fetches the image behind `url` and attaches it as the cover. If it cannot, the link stays. */
export type LinkEntry = Attached & { what: 'link'; url: string; isCoverImage?: boolean }
/** A file in the archive, under `path`. */
export type FileEntry = Attached & { what: 'file'; filename: string; contentType: string; path: string }

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

/** `bytes` throws BrokenFile when its size or checksum differs from the archive's entry. */
export type ArchivedFile = { sizeBytes: number; bytes: AsyncIterable<Buffer> }
