import { type Database, sql } from '../../db/database.ts'
import { boardOf, type LoadableTarget } from '../access.ts'

const mostRemembered = 50_000

/** Which board a target was on when last seen: a hint that saves a round trip; the lock proves it. */
export type BoardHints = {
  /** Undefined when there is no such target. */
  find(target: LoadableTarget, targetId: string): Promise<string | undefined>
  /** Remembers the board of a record that was just created, if `body` has its id. */
  learnCreated(body: unknown, boardId: string): void
  forget(targetId: string): void
}

export function createBoardHints(database: Database): BoardHints {
  const known = new Map<string, string>()
  return {
    async find(target, targetId) {
      if (target === 'board') return targetId
      const hint = known.get(targetId)
      if (hint !== undefined) return hint
      if (target === 'card') return findWithNeighbours(targetId)
      const boardId = await boardOf(database, target, targetId)
      if (boardId !== undefined) learn(targetId, boardId)
      return boardId
    },
    learnCreated(body, boardId) {
      const id = (body as { id?: unknown } | null)?.id
      if (typeof id === 'string') learn(id, boardId)
    },
    forget: (targetId) => void known.delete(targetId),
  }

  async function findWithNeighbours(cardId: string): Promise<string | undefined> {
    const found = await database.row(cardWithThoseBelow, [cardId])
    if (!found) return undefined
    for (const id of found.ids.split(',')) learn(id, found.boardId)
    return found.boardId
  }

  function learn(targetId: string, boardId: string): void {
    known.delete(targetId)
    known.set(targetId, boardId)
    if (known.size <= mostRemembered) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }
}

/** A caller who changes a card often changes its neighbours next: finding all of them costs half as much again as finding one. */
const cardWithThoseBelow = sql<{ boardId: string; ids: string }>(`select c.board_id, array_to_string(array(
    select n.id from cards n where n.board_id = c.board_id and n.list_id = c.list_id and n.rank >= c.rank order by n.rank limit 64), ',') as ids
  from cards c where c.id = $1`)
