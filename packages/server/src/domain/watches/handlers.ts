import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import { look } from '../../kernel/access.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import { type PrivateAct, type Reply, reply } from '../../kernel/mutation.ts'

/** Watching a card: whoever can read it may. It is their own affair, of which the board hears nothing. Specification: service §4, decisions §1 and §3. */
const insertWatch = sql(
  'insert into watches (board_id, card_id, actor_id, created_at) values ($1, $2, $3, $4) on conflict (card_id, actor_id) do nothing',
)
const deleteWatch = sql('delete from watches where card_id = $1 and actor_id = $2')

/** `$1` board, `$2` card. */
export const watchersOfCard = sql<{ actor_id: string }>(
  'select actor_id from watches where board_id = $1 and card_id = $2 order by created_at, actor_id limit 1000',
)

const watch: HandlerOf<'watch.set'> = async (act, input) => {
  const { actorId, boardId } = await sightOf(act, input.cardId)
  // Whoever is taken off the board at this moment loses their watches there, this one among them.
  await act.lockBoards([boardId])
  const held = await sightOf(act, input.cardId)
  if (held.boardId !== boardId) throw new TandemError('conflict', 'The card is just moving to another board. Try again.')
  act.send(insertWatch, [boardId, input.cardId, actorId, act.now])
  return told(act, input.cardId, boardId)
}

const unwatch: HandlerOf<'watch.clear'> = async (act, input) => {
  const { actorId, boardId } = await sightOf(act, input.cardId)
  act.send(deleteWatch, [input.cardId, actorId])
  return told(act, input.cardId, boardId)
}

async function sightOf(act: PrivateAct<never>, cardId: string): Promise<{ actorId: string; boardId: string }> {
  if (!act.principal) throw new TandemError('unauthorized', 'Sign in first.')
  const { boardId } = await look(act, act.principal, { target: 'card', role: 'viewer', scope: 'boards:read' }, { cardId })
  return { actorId: act.principal.actorId, boardId }
}

function told(act: PrivateAct<never>, cardId: string, boardId: string): Reply<null> {
  act.audit({ detail: { cardId, boardId } })
  return reply(null, { boardId })
}

/** For an act on a card that its watchers hear of: nothing when there are none, which saves asking for them. */
export const toldWatchers = (card: Pick<CardFaceRow, 'watched'>, excerpt?: string): { watching: { excerpt?: string } } | undefined =>
  card.watched ? { watching: excerpt === undefined ? {} : { excerpt } } : undefined

export const watchHandlers = { 'watch.set': watch, 'watch.clear': unwatch } satisfies Partial<Handlers>
