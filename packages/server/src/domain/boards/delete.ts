import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { endWithBoard, integrationsToEnd } from '../integrations/end.ts'
import { findBlockedAlone, tellBlocked } from '../relations/blocked.ts'

/**
 * Deletes an archived board for good. What takes part in every look at a board, its members, goes at once, so that nobody finds it any
 * more; the rows behind it, which may be millions, go soon after (workers/board-removal.ts). Specification: decisions §3.
 */
const blockingElsewhere = sql<{ card_id: string }>(`select distinct r.card_id from relations r join cards c on c.id = r.card_id
  where r.board_id = $1 and r.other_board_id <> $1 and r.kind = 'blocks' and c.completed_at is null and c.archived_at is null`)
/** Its key prefix is free for another board. */
const markDeleted = sql(`update boards set deleted_at = $2, key_prefix = '-' || id::text where id = $1`)
const cancelDeliveries = sql(`update deliveries d set state = 'canceled', finished_at = $2 from webhooks w
  where d.webhook_id = w.id and d.board_id = $1 and d.state = 'pending'
    and (w.board_id = $1 or w.actor_id in (select agent_actor_id from sessions where board_id = $1))`)
const dropWebhooks = sql('update webhooks set active = false where board_id = $1')
const dropRelations = sql('delete from relations where board_id = $1 or other_board_id = $1')
const dropMembers = sql('delete from members where board_id = $1')

export const deleteBoard: HandlerOf<'board.delete'> = async (tx, input) => {
  const { board } = tx
  if (board.archived_at === null) {
    throw new TandemError('conflict', 'Only an archived board can be deleted. Archive it first: PATCH /api/boards/:id {"archived": true}.')
  }
  if (input.name !== board.name)
    throw invalid('name', 'is not the name of this board. Repeat it, letter by letter, to delete the board for good.')
  const blocking = (await tx.rows(blockingElsewhere, [board.id])).map((row) => row.card_id)
  const freed = blocking.length === 0 ? [] : (await findBlockedAlone(tx, blocking)).filter((card) => card.board_id !== board.id)
  const integrations = await integrationsToEnd(tx, board.id)
  endWithBoard(tx, integrations)
  for (const statement of [markDeleted, cancelDeliveries]) tx.send(statement, [board.id, tx.now])
  for (const statement of [dropWebhooks, dropRelations, dropMembers]) tx.send(statement, [board.id])
  tellBlocked(tx, freed, false)
  return null
}
