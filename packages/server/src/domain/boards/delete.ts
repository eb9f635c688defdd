import { fieldRefusal, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import { webhooks } from '../../db/tables/agents/webhooks.ts'
import { boards } from '../../db/tables/boards/boards.ts'
import { members } from '../../db/tables/boards/members.ts'
import { relations } from '../../db/tables/cards/relations.ts'
import { deleteFrom, pick, update, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { endWithBoard, integrationsToEnd } from '../integrations/end.ts'
import { findParents, recordProgress } from '../relations/progress.ts'

/**
 * Deletes an archived board permanently. Its members are deleted at once, so no one can open it any more. Its other rows, which may be
 * millions, are deleted soon after (workers/board-removal.ts). Specification: decisions §3.
 */
/** Sub-cards of cards of other boards. */
const partsHere = sql<{ cardId: string }>(`select distinct other_card_id as card_id from relations
  where other_board_id = $1 and board_id <> $1 and kind = 'parent'`)
/** Also frees the key prefix for another board. */
const markDeleted = write(
  pick(boards, ['id', 'deletedAt']),
  (given) => `update boards set deleted_at = ${given.deletedAt}, key_prefix = '-' || id::text where id = ${given.id}`,
)
const cancelDeliveries = write(
  pick(deliveries, ['boardId', 'finishedAt']),
  (given) => `update deliveries d set state = 'canceled', finished_at = ${given.finishedAt} from webhooks w
  where d.webhook_id = w.id and d.board_id = ${given.boardId} and d.state = 'pending'
    and (w.board_id = ${given.boardId} or w.actor_id in (select agent_actor_id from sessions where board_id = ${given.boardId}))`,
)
const setWebhooks = update(webhooks, { key: ['boardId'], set: ['active'] })
const dropRelations = write(
  pick(relations, ['boardId']),
  (given) => `delete from relations where board_id = ${given.boardId} or other_board_id = ${given.boardId}`,
)
const dropMembers = deleteFrom(members, { key: ['boardId'] })

export const deleteBoard: HandlerOf<'board.delete'> = async (tx, input) => {
  const { board } = tx
  if (board.archivedAt === null) {
    throw refusal('onlyArchivedDeleted')
  }
  if (input.name !== board.name) throw fieldRefusal('name', 'otherBoardName')
  const parts = (await tx.rows(partsHere, [board.id])).map((row) => row.cardId)
  const parents = parts.length === 0 ? [] : (await findParents(tx, parts)).filter((parent) => parent.boardId !== board.id)
  const integrations = await integrationsToEnd(tx, board.id)
  endWithBoard(tx, integrations)
  tx.send(markDeleted({ id: board.id, deletedAt: tx.now }))
  tx.send(cancelDeliveries({ boardId: board.id, finishedAt: tx.now }))
  tx.send(setWebhooks({ boardId: board.id, active: false }))
  for (const drop of [dropRelations, dropMembers]) tx.send(drop({ boardId: board.id }))
  await recordProgress(tx, parents)
  return null
}
