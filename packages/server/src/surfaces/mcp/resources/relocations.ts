import type { Followed } from './followed.ts'

/**
 * Follows a resource that moves to another board. A log says that a card has left, but only its next page, or the log of the other board,
 * says that it is back: so once the other board is followed, the card is located again, until it has not moved in between.
 */
export type Relocations = {
  /** An activity says that it is on this board. True when a relocation begins: it then arrives, or is lost. */
  begins(one: Followed, boardId: string): boolean
}

type RelocationsDeps = {
  /** Follows the log of a board from now on; false when it may not be read. */
  follow(boardId: string): Promise<boolean>
  /** The board on which it is; null when it may not be read there. */
  locate(one: Followed): Promise<string | null>
  arrive(one: Followed, boardId: string): void
  lose(one: Followed): void
}

/** Whether it has moved since it was located. */
type Relocation = { moved: boolean }

export function createRelocations({ follow, locate, arrive, lose }: RelocationsDeps): Relocations {
  const underWay = new Map<Followed, Relocation>()

  return {
    begins(one, boardId) {
      const relocation = underWay.get(one)
      if (relocation) relocation.moved = true
      else if (boardId === one.boardId) return false
      else void go(one, boardId)
      return true
    },
  }

  async function go(one: Followed, said: string): Promise<void> {
    const relocation = { moved: false }
    underWay.set(one, relocation)
    const found = await find(one, relocation, said)
    underWay.delete(one)
    if (found === null) lose(one)
    else arrive(one, found)
  }

  async function find(one: Followed, relocation: Relocation, said: string): Promise<string | null> {
    for (let boardId = said; ; ) {
      relocation.moved = false
      const isFollowed = await follow(boardId)
      const now = await locate(one)
      const isSettled = now === null || now === boardId
      if (isSettled && !relocation.moved) return isFollowed ? now : null
      boardId = now ?? boardId
    }
  }
}
