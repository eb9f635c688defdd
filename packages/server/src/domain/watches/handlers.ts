import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'

/** Watching a card: whoever can read it may, and nothing is recorded. Specification: service §4, decisions §3 and §5. */
const insertWatch = sql(
  'insert into watches (board_id, card_id, actor_id, created_at) values ($1, $2, $3, $4) on conflict (card_id, actor_id) do nothing',
)
const deleteWatch = sql('delete from watches where card_id = $1 and actor_id = $2')

/** `$1` board, `$2` card. */
export const watchersOfCard = sql<{ actor_id: string }>(
  'select actor_id from watches where board_id = $1 and card_id = $2 order by created_at, actor_id limit 1000',
)

const watch: HandlerOf<'watch.set'> = async (tx) => {
  tx.send(insertWatch, [tx.board.id, tx.target.id, tx.principal.actorId, tx.now])
  return null
}

const unwatch: HandlerOf<'watch.clear'> = async (tx) => {
  tx.send(deleteWatch, [tx.target.id, tx.principal.actorId])
  return null
}

/** For an act on a card that its watchers hear of: nothing when there are none, which saves asking for them. */
export const toldWatchers = (card: Pick<CardFaceRow, 'watched'>, excerpt?: string): { watching: { excerpt?: string } } | undefined =>
  card.watched ? { watching: excerpt === undefined ? {} : { excerpt } } : undefined

export const watchHandlers = { 'watch.set': watch, 'watch.clear': unwatch } satisfies Partial<Handlers>
