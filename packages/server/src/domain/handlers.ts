import type { Database } from '../db/database.ts'
import type { Reservations } from '../files/reservations.ts'
import type { FileStore } from '../files/store.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { answers, type Handlers } from '../kernel/handlers.ts'
import { createActorHandlers } from './actors/handlers.ts'
import { createAttachmentHandlers } from './attachments/handlers.ts'
import { boardActivity } from './boards/activity.ts'
import { archivedCards } from './boards/archive.ts'
import { createBoardCopy } from './boards/copy.ts'
import { createBoard } from './boards/create.ts'
import { deleteBoard } from './boards/delete.ts'
import { listBoards } from './boards/list.ts'
import { readLogHead } from './boards/log-head.ts'
import { summariseBoards } from './boards/summaries.ts'
import { createTreeReader } from './boards/tree/cache.ts'
import { createOutlineReader } from './boards/tree/outline-cache.ts'
import { changeBoard } from './boards/update.ts'
import { cardActivity } from './cards/activity.ts'
import { addChildren } from './cards/add-children.ts'
import { assign, unassign } from './cards/assignees.ts'
import { childrenOf } from './cards/children.ts'
import { copyCard } from './cards/copy.ts'
import { createCard } from './cards/create.ts'
import { deleteCard } from './cards/delete.ts'
import { prefetchTarget } from './cards/move.ts'
import { readCard, readCardByKey } from './cards/read.ts'
import { updateCard } from './cards/update.ts'
import { checklistHandlers } from './checklists/handlers.ts'
import { commentHandlers } from './comments/handlers.ts'
import { favouriteHandlers } from './favourites/handlers.ts'
import { fieldHandlers } from './fields/handlers.ts'
import { identityHandlers } from './identities/handlers.ts'
import { createInsightHandlers } from './insights/handlers.ts'
import { createIntegrationHandlers } from './integrations/handlers.ts'
import { labelHandlers } from './labels/handlers.ts'
import { createPreviews } from './link-previews/previews.ts'
import { createPreviewReader } from './link-previews/read.ts'
import { linkHandlers } from './links/handlers.ts'
import { cardsInList } from './lists/cards.ts'
import { createList, updateList } from './lists/lists.ts'
import { memberHandlers } from './members/handlers.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { settingsHandlers } from './notifications/settings.ts'
import { oauthHandlers } from './oauth/handlers.ts'
import { createPushHandlers } from './push/devices.ts'
import { relationHandlers } from './relations/handlers.ts'
import { reviewCard } from './reviews/review.ts'
import { addRules } from './rules/add.ts'
import { createRuleHandlers } from './rules/handlers.ts'
import { createFind } from './search/find.ts'
import { createSearchHandler } from './search/handlers.ts'
import type { TextIndex } from './search/text-index.ts'
import { createServiceHandlers } from './service/handlers.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { createAnswerLinkHandlers } from './sessions/links/handlers.ts'
import { makeTicket } from './sockets/ticket.ts'
import { tokenHandlers } from './tokens/handlers.ts'
import { createTransferHandlers } from './transfer/handlers.ts'
import { createViewHandlers } from './views/handlers.ts'
import { readWaits } from './waits/read.ts'
import { watchHandlers } from './watches/handlers.ts'
import { createWebhookHandlers } from './webhooks/handlers.ts'
import type { WebhookDeps } from './webhooks/subscriptions.ts'

export type HandlerDeps = WebhookDeps & {
  database: Database
  clock: Clock
  store: FileStore
  reservations: Reservations
  textIndex: TextIndex
  staleAfterMs: number
  pushEnabled: boolean
  /** The folder of files without a name (files/unnamed-file.ts). */
  spoolDirectory: string
  isDraining: () => boolean
  troubleOf: () => string | null
}

/** One handler per operation that is served. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const find = createFind(deps)
  return {
    ...createActorHandlers(deps),
    ...createAttachmentHandlers(deps),
    ...checklistHandlers,
    ...commentHandlers,
    ...favouriteHandlers,
    ...fieldHandlers,
    ...identityHandlers,
    ...labelHandlers,
    ...createInsightHandlers(deps),
    ...createIntegrationHandlers({ ...deps, addRules }),
    ...linkHandlers,
    ...memberHandlers,
    ...notificationHandlers,
    ...settingsHandlers,
    ...oauthHandlers,
    ...createPushHandlers(deps),
    ...relationHandlers,
    ...createRuleHandlers(deps),
    ...createViewHandlers(find),
    ...watchHandlers,
    ...createServiceHandlers(deps),
    ...sessionHandlers,
    ...createAnswerLinkHandlers(deps),
    'wait.list': answers(readWaits),
    ...tokenHandlers,
    ...createTransferHandlers(deps),
    ...createWebhookHandlers(deps),
    'board.create': { run: createBoard },
    'board.list': answers(listBoards),
    'board.summaries': answers(summariseBoards),
    'board.tree': { run: createTreeReader(deps) },
    'board.outline': answers(createOutlineReader(deps)),
    'board.update': answers(changeBoard),
    'board.delete': answers(deleteBoard),
    'board.copy': createBoardCopy(deps),
    'board.archive.list': { run: archivedCards },
    'board.activity': { run: boardActivity },
    'board.log.head': answers(readLogHead),
    'list.create': answers(createList),
    'list.cards': { run: cardsInList },
    'list.update': answers(updateList),
    'card.create': answers(createCard),
    'card.get': answers(readCard),
    'card.getByKey': answers(readCardByKey),
    'card.update': { prefetch: prefetchTarget, run: updateCard },
    'card.review': answers(reviewCard),
    'card.addChildren': answers(addChildren),
    'card.children': answers(childrenOf),
    'card.activity': { run: cardActivity },
    'card.linkPreview': answers(createPreviewReader(createPreviews(deps))),
    'card.assign': answers(assign),
    'card.unassign': answers(unassign),
    'card.copy': { run: copyCard },
    'card.delete': answers(deleteCard),
    'search.cards': { run: createSearchHandler(find) },
    'socket.ticket': answers(makeTicket),
  }
}
