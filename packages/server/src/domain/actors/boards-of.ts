import { refusal, type Verb } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'

/** A change of an actor is an event on every board that it is a member of. */
const most = 10_000

const boardsOf = sql<{ boardId: string }>(`select board_id from members where actor_id = $1 order by board_id limit ${most + 1}`)

/** Locks them all. Throws forbidden when the token is leashed and one of them is outside, conflict when there are too many. */
export async function lockBoardsOf<V extends Verb>(act: PrivateAct<V>, actorId: string): Promise<Mutation<V>[]> {
  const ids = (await act.rows(boardsOf, [actorId])).map((row) => row.boardId)
  if (ids.length > most) throw refusal('tooManyBoards', { count: most }, { details: { limit: most } })
  const leash = act.principal?.grant?.leash
  if (leash && ids.some((id) => !leash.has(id))) throw refusal('beyondLeash')
  return [...(await act.lockBoards(ids)).values()]
}
