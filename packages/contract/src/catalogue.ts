import type { z } from 'zod'
import { boards } from './areas/boards.ts'
import { cards } from './areas/cards.ts'
import { checklists } from './areas/checklists.ts'
import { comments } from './areas/comments.ts'
import { lists } from './areas/lists.ts'
import type { NotYetHandled } from './not-yet-handled.ts'
import type { OperationSpec } from './operation.ts'
import type { PayloadOf, Verb } from './verbs.ts'

/** Every operation of the service, once. REST, OpenAPI, MCP, the client and the docs follow from it. */
export const catalogue = {
  ...boards,
  ...lists,
  ...cards,
  ...comments,
  ...checklists,
} as const satisfies Record<string, OperationSpec>

export type OperationName = keyof typeof catalogue
export type OperationOf<N extends OperationName> = (typeof catalogue)[N]
/** What a caller sends (before defaults). */
export type InputOf<N extends OperationName> = z.input<OperationOf<N>['input']>
/** What a handler gets (after parsing). */
export type ParsedInputOf<N extends OperationName> = z.output<OperationOf<N>['input']>
export type OutputOf<N extends OperationName> = OperationOf<N>['output'] extends z.ZodType ? z.output<OperationOf<N>['output']> : null
export type RecordsOf<N extends OperationName> = OperationOf<N> extends { records: readonly (infer V)[] } ? V & Verb : never
export type HandledOperation = Exclude<OperationName, NotYetHandled>
export type { PayloadOf }
export const operationNames = Object.keys(catalogue) as OperationName[]
