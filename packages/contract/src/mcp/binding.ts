import type { OperationName } from '../catalogue.ts'
import type { ParamName } from './params.ts'

/**
 * The kinds of records that a name may stand for in place of an id. The key of a card names the card or its session. `anyLabel` is any
 * label of that name, for calls that name no board.
 */
export type Named = 'board' | 'list' | 'card' | 'actor' | 'label' | 'anyLabel' | 'field' | 'session'

/** One parameter of a tool: how it is published, and how its values are read. Plain types only: no unions, no nulls. */
export type Param = {
  kind: 'text' | 'number' | 'flag' | 'texts' | 'plan' | 'questions' | 'object'
  about: string
  choices?: readonly string[]
  /** An id, for which an unambiguous name is accepted. */
  names?: Named
  /** `none` stands for null: it clears the field, or means the open end. */
  clearable?: true
}

/** The required and the optional parameters of a method. */
export type Takes = { required?: readonly ParamName[]; optional?: readonly ParamName[] }

/** A method of a tool: an operation of the catalogue under the name by which agents call it. */
export type Method = {
  operation: OperationName
  takes: Takes
  /** Parameters that have another name in the operation. */
  as?: Readonly<Record<string, string>>
  /** Parameters that belong to an object within the operation's input. */
  within?: Readonly<Record<string, string>>
  /** Names with another meaning here than usual; null = ids only. */
  names?: Readonly<Record<string, Named | null>>
  /** Fixed parameters of the operation. */
  always?: Readonly<Record<string, unknown>>
  /** Parameters of the MCP surface itself, which translates them. */
  own?: readonly string[]
  /** The shape of a concise answer; a detailed one equals that of REST. */
  shape: Shape
  /** The key of a list in the answer. */
  under?: string
  /** With this parameter the call is one of another method of the tool, which takes several items at once. */
  several?: { param: ParamName; method: string }
  /**
   * `sessionId` names the session under which the act is recorded, and `generation` the lease by which the caller holds it, as the headers
   * X-Session-Id and X-Session-Generation do in REST.
   */
  inSession?: true
  /** A writing method of a tool that mostly reads. */
  writes?: true
  /** Additional behaviour of the surface: a file instead of a body, a wait for events. */
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
  /** Read-only: repeating it, or calling it without approval, does no harm. */
  reads: boolean
  methods: Readonly<Record<string, Method>>
  /** Its parameters are at the top level, and its first method needs no name. */
  flat?: true
}

/** The parameters of a method with whether they must be given. Every one takes `detail`, and every mutation `clientMutationId` and `dryRun`. */
export function paramsOf({ takes: { required = [], optional = [] } }: Method): Map<ParamName, boolean> {
  return new Map([...required.map((name) => [name, true] as const), ...optional.map((name) => [name, false] as const)])
}
