import type { OperationName } from '../catalogue.ts'
import type { ParamName } from './params.ts'

/** What a name may stand for in place of an id. A card's key names the card, and its session too; where no board is named `anyLabel` is any of that name. */
export type Named = 'board' | 'list' | 'card' | 'actor' | 'label' | 'anyLabel' | 'field' | 'session'

/** One parameter of a tool: how it is published, and how what agents send for it is read. Plain types only: no unions, no nulls. */
export type Param = {
  kind: 'text' | 'number' | 'flag' | 'texts' | 'plan' | 'object'
  about: string
  choices?: readonly string[]
  /** An id, for which a name is taken where it is unambiguous. */
  names?: Named
  /** `none` stands for null: it empties the field, or means the open end. */
  clearable?: true
}

/** The parameters of a method: those that must be given, and those that may be. */
export type Takes = { required?: readonly ParamName[]; optional?: readonly ParamName[] }

/** A method of a tool: an operation of the catalogue under the name that an agent calls it by. */
export type Method = {
  operation: OperationName
  takes: Takes
  /** Parameters that the operation knows by another name. */
  as?: Readonly<Record<string, string>>
  /** Parameters that are parts of an object of the operation. */
  within?: Readonly<Record<string, string>>
  /** Names that stand for something else here than they mostly do; null = ids only. */
  names?: Readonly<Record<string, Named | null>>
  /** What the operation is always given. */
  always?: Readonly<Record<string, unknown>>
  /** Parameters of the surface itself, which translates them. */
  own?: readonly string[]
  /** How the answer looks, concise; detailed is what REST answers. */
  shape: Shape
  /** The name under which a list is answered. */
  under?: string
  /** Writes, in a tool that mostly reads. */
  writes?: true
  /** What the surface does besides: a file instead of a body, a wait for events. */
  special?: 'file' | 'attach' | 'poll' | 'search' | 'fetch'
}

export type Shape =
  | 'activity'
  | 'asIs'
  | 'attachment'
  | 'board'
  | 'boards'
  | 'claimed'
  | 'card'
  | 'cards'
  | 'checklistItem'
  | 'checklistItems'
  | 'comment'
  | 'comments'
  | 'children'
  | 'delegated'
  | 'done'
  | 'events'
  | 'me'
  | 'notifications'
  | 'noted'
  | 'opened'
  | 'posted'
  | 'session'
  | 'sessions'
  | 'tree'
  | 'views'
  | 'waits'
  | 'work'
  | 'written'

export type Tool = {
  title: string
  description: string
  /** Only reads: calling it again, or without asking, does no harm. */
  reads: boolean
  methods: Readonly<Record<string, Method>>
  /** Its parameters stand at the top, and its first method needs no name. */
  flat?: true
}

/** The parameters of a method with whether they must be given. Every one takes `detail`, and every mutation `clientMutationId`. */
export function paramsOf({ takes: { required = [], optional = [] } }: Method): Map<ParamName, boolean> {
  return new Map([...required.map((name) => [name, true] as const), ...optional.map((name) => [name, false] as const)])
}
