import type { z } from 'zod'
import { actors } from './areas/accounts/actors.ts'
import { auth } from './areas/accounts/auth.ts'
import { notifications } from './areas/accounts/notifications.ts'
import { oauth } from './areas/accounts/oauth.ts'
import { push } from './areas/accounts/push.ts'
import { tokens } from './areas/accounts/tokens.ts'
import { agents } from './areas/agents/agents.ts'
import { answerLinks } from './areas/agents/answer-links.ts'
import { integrations } from './areas/agents/integrations.ts'
import { reviews } from './areas/agents/reviews.ts'
import { sessions } from './areas/agents/sessions.ts'
import { waits } from './areas/agents/waits.ts'
import { webhooks } from './areas/agents/webhooks.ts'
import { boards } from './areas/boards/boards.ts'
import { favourites } from './areas/boards/favourites.ts'
import { fields } from './areas/boards/fields.ts'
import { insights } from './areas/boards/insights.ts'
import { labels } from './areas/boards/labels.ts'
import { lists } from './areas/boards/lists.ts'
import { live } from './areas/boards/live.ts'
import { members } from './areas/boards/members.ts'
import { rules } from './areas/boards/rules.ts'
import { search } from './areas/boards/search.ts'
import { transfer } from './areas/boards/transfer.ts'
import { views } from './areas/boards/views.ts'
import { watch } from './areas/boards/watch.ts'
import { attachments } from './areas/cards/attachments.ts'
import { cards } from './areas/cards/cards.ts'
import { checklists } from './areas/cards/checklists.ts'
import { comments } from './areas/cards/comments.ts'
import { links } from './areas/cards/links.ts'
import { relations } from './areas/cards/relations.ts'
import { service } from './areas/service.ts'
import type { OperationSpec } from './operation.ts'
import type { PayloadOf, Verb } from './verbs.ts'

/** Every operation of the service, defined once. REST, OpenAPI, MCP, the client and the docs follow from it. */
export const catalogue = {
  ...boards,
  ...lists,
  ...cards,
  ...reviews,
  ...comments,
  ...checklists,
  ...sessions,
  ...answerLinks,
  ...waits,
  ...members,
  ...auth,
  ...actors,
  ...agents,
  ...tokens,
  ...notifications,
  ...push,
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
  ...favourites,
  ...transfer,
  ...rules,
  ...integrations,
  ...live,
  ...oauth,
  ...insights,
} as const satisfies Record<string, OperationSpec>

export type OperationName = keyof typeof catalogue
export type OperationOf<N extends OperationName> = (typeof catalogue)[N]
/** The input that a caller sends (before defaults). */
export type InputOf<N extends OperationName> = z.input<OperationOf<N>['input']>
/** The input that a handler receives (after parsing). */
export type ParsedInputOf<N extends OperationName> = z.output<OperationOf<N>['input']>
export type OutputOf<N extends OperationName> = OperationOf<N>['output'] extends z.ZodType ? z.output<OperationOf<N>['output']> : null
export type RecordsOf<N extends OperationName> = OperationOf<N> extends { records: readonly (infer V)[] } ? V & Verb : never
export type { PayloadOf }
export const operationNames = Object.keys(catalogue) as OperationName[]
