import type { Followed } from './followed.ts'

/**
 * Goes along with what is followed to another board. A log says that a card has left, and only the next page, or the log of the other
 * board, that it is back: so once a board is followed, it is asked where the card is by now, until that is the same.
 */
export type Ways = {
  /** It was said to be on a board. True when it is looked for there: it arrives, or is lost. */
  takes(one: Followed, boardId: string): boolean
}

type WaysDeps = {
  /** Follows the log of a board from now on; false when it may not be read. */
  follow(boardId: string): Promise<boolean>
  /** The board on which it is; null when it may not be read there. */
  locate(one: Followed): Promise<string | null>
  arrive(one: Followed, boardId: string): void
  lose(one: Followed): void
}

/** Whether it has moved since it was looked for. */
type Way = { moved: boolean }

export function createWays({ follow, locate, arrive, lose }: WaysDeps): Ways {
  const underWay = new Map<Followed, Way>()

  return {
    takes(one, boardId) {
      const way = underWay.get(one)
      if (way) way.moved = true
      else if (boardId === one.boardId) return false
      else void go(one, boardId)
      return true
    },
  }

  async function go(one: Followed, said: string): Promise<void> {
    const way = { moved: false }
    underWay.set(one, way)
    const found = await find(one, way, said)
    underWay.delete(one)
    if (found === null) lose(one)
    else arrive(one, found)
  }

  async function find(one: Followed, way: Way, said: string): Promise<string | null> {
    for (let boardId = said; ; ) {
      way.moved = false
      const isFollowed = await follow(boardId)
      const now = await locate(one)
      const isSettled = now === null || now === boardId
      if (isSettled && !way.moved) return isFollowed ? now : null
      boardId = now ?? boardId
    }
  }
}
