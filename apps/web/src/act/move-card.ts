import { cardModelOf } from '../live/board-model.ts'
import { keptBoard, showCard, takeCard } from '../live/board-query.ts'
import { placeholderRank } from './placeholder-rank.ts'
import { useWrite } from './use-write.ts'

/** Where a card is to go: into a list, right below a card of it, or to its top. */
export type Slot = { listId: string; belowId: string | null }

/** Moves a card on the screen at once, and at the service behind it. */
export function useMoveCard(boardId: string): (cardId: string, slot: Slot) => Promise<boolean> {
  const write = useWrite()
  return async (cardId, { listId, belowId }) => {
    const others =
      keptBoard(boardId)
        ?.lists.find((list) => list.id === listId)
        ?.cards.filter((card) => card.id !== cardId) ?? []
    const at = belowId === null ? 0 : others.findIndex((card) => card.id === belowId) + 1
    const rank = placeholderRank(others[at - 1]?.rank, others[at]?.rank)
    const neighbours = { beforeId: belowId, ...(belowId === null && { afterId: others[0]?.id ?? null }) }
    const show = () => showCard(boardId, cardId, { listId, rank })
    const done = await write('card.update', { cardId, listId, ...neighbours }, { failed: 'move', show })
    if (done) takeCard(boardId, cardModelOf(done.answer))
    return done !== null
  }
}
