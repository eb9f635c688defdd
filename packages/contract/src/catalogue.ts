import type { z } from 'zod'
import { actors } from './areas/actors.ts'
import { agents } from './areas/agents.ts'
import { attachments } from './areas/attachments.ts'
import { auth } from './areas/auth.ts'
import { boards } from './areas/boards.ts'
import { cards } from './areas/cards.ts'
import { checklists } from './areas/checklists.ts'
import { comments } from './areas/comments.ts'
import { fields } from './areas/fields.ts'
import { insights } from './areas/insights.ts'
import { integrations } from './areas/integrations.ts'
import { labels } from './areas/labels.ts'
import { links } from './areas/links.ts'
import { lists } from './areas/lists.ts'
import { live } from './areas/live.ts'
import { members } from './areas/members.ts'
import { notifications } from './areas/notifications.ts'
import { oauth } from './areas/oauth.ts'
import { relations } from './areas/relations.ts'
import { reviews } from './areas/reviews.ts'
import { rules } from './areas/rules.ts'
import { search } from './areas/search.ts'
import { service } from './areas/service.ts'
import { sessions } from './areas/sessions.ts'
import { tokens } from './areas/tokens.ts'
import { transfer } from './areas/transfer.ts'
import { views } from './areas/views.ts'
import { waits } from './areas/waits.ts'
import { watch } from './areas/watch.ts'
import { webhooks } from './areas/webhooks.ts'
import type { OperationSpec } from './operation.ts'
import type { PayloadOf, Verb } from './verbs.ts'

/** Every operation of the service, once. REST, OpenAPI, MCP, the client and the docs follow from it. */
export const catalogue = {
  ...boards,
  ...lists,
  ...cards,
  ...reviews,
  ...comments,
  ...checklists,
  ...sessions,
  ...waits,
  ...members,
  ...auth,
  ...actors,
  ...agents,
  ...tokens,
  ...notifications,
  ...webhooks,
  ...service,
  ...labels,
  ...fields,
  ...attachments,
  ...links,
  ...relations,
  ...watch,
  ...search,
  ...views,
  ...transfer,
  ...rules,
  ...integrations,
  ...live,
  ...oauth,
  ...insights,
} as const satisfies Record<string, OperationSpec>

export type OperationName = keyof typeof catalogue
export type OperationOf<N extends OperationName> = (typeof catalogue)[N]
/** What a caller sends (before defaults). */
export type InputOf<N extends OperationName> = z.input<OperationOf<N>['input']>
/** What a handler gets (after parsing). */
export type ParsedInputOf<N extends OperationName> = z.output<OperationOf<N>['input']>
export type OutputOf<N extends OperationName> = OperationOf<N>['output'] extends z.ZodType ? z.output<OperationOf<N>['output']> : null
export type RecordsOf<N extends OperationName> = OperationOf<N> extends { records: readonly (infer V)[] } ? V & Verb : never
export type { PayloadOf }
export const operationNames = Object.keys(catalogue) as OperationName[]
