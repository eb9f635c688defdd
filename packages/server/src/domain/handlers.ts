import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/store.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { createActorHandlers } from './actors/handlers.ts'
import { createAttachmentHandlers } from './attachments/handlers.ts'
import { boardActivity, cardActivity } from './boards/activity.ts'
import { archivedCards } from './boards/archive.ts'
import { createBoard } from './boards/create.ts'
import { deleteBoard } from './boards/delete.ts'
import { listBoards } from './boards/list.ts'
import { createTreeReader } from './boards/tree-cache.ts'
import { changeBoard } from './boards/update.ts'
import { assign, unassign } from './cards/assignees.ts'
import { createCard } from './cards/create.ts'
import { readCard, readCardByKey } from './cards/read.ts'
import { updateCard } from './cards/update.ts'
import { checklistHandlers } from './checklists/handlers.ts'
import { commentHandlers } from './comments/handlers.ts'
import { fieldHandlers } from './fields/handlers.ts'
import { labelHandlers } from './labels/handlers.ts'
import { createList, updateList } from './lists/lists.ts'
import { memberHandlers } from './members/handlers.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { settingsHandlers } from './notifications/settings.ts'
import { relationHandlers } from './relations/handlers.ts'
import { createFind } from './search/find.ts'
import { createSearchHandler } from './search/handlers.ts'
import { createServiceHandlers } from './service/handlers.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { tokenHandlers } from './tokens/handlers.ts'
import { createViewHandlers } from './views/handlers.ts'
import { watchHandlers } from './watches/handlers.ts'
import { createWebhookHandlers } from './webhooks/handlers.ts'
import type { WebhookDeps } from './webhooks/subscriptions.ts'

export type HandlerDeps = WebhookDeps & {
  database: Database
  clock: Clock
  store: FileStore
  staleAfterMs: number
  isDraining: () => boolean
}

/** One handler per operation that is served. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const find = createFind(deps.database)
  return {
    ...createActorHandlers(deps),
    ...createAttachmentHandlers(deps),
    ...checklistHandlers,
    ...commentHandlers,
    ...fieldHandlers,
    ...labelHandlers,
    ...memberHandlers,
    ...notificationHandlers,
    ...settingsHandlers,
    ...relationHandlers,
    ...createViewHandlers(find),
    ...watchHandlers,
    ...createServiceHandlers(deps),
    ...sessionHandlers,
    ...tokenHandlers,
    ...createWebhookHandlers(deps),
    'board.create': createBoard,
    'board.list': listBoards,
    'board.tree': createTreeReader(deps),
    'board.update': changeBoard,
    'board.delete': deleteBoard,
    'board.archive.list': archivedCards,
    'board.activity': boardActivity,
    'list.create': createList,
    'list.update': updateList,
    'card.create': createCard,
    'card.get': readCard,
    'card.getByKey': readCardByKey,
    'card.update': updateCard,
    'card.activity': cardActivity,
    'card.assign': assign,
    'card.unassign': unassign,
    'search.cards': createSearchHandler(find),
  }
}
