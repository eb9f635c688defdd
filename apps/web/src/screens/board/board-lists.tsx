import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { BoardDnd } from '../../dnd/board-dnd.tsx'
import { ListDnd } from '../../dnd/list-dnd.tsx'
import { type Order, orderWith } from '../../dnd/place.ts'
import type { BoardModel, CardModel } from '../../live/board-model.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useMoveCards } from '../../mutations/move-cards.ts'
import { useMoveList } from '../../mutations/move-list.ts'
import { AddList } from './add-list.tsx'
import { useBoardFrame } from './board-context.ts'
import { ListColumn } from './list-column.tsx'

type Props = {
  board: BoardModel
  /** The lists with the cards that the filter leaves. */
  lists: BoardModel['lists']
  /** The same as ids. */
  order: Order
  cardOf: (cardId: string) => CardModel | undefined
  /** The list in which a card is being added. */
  addingTo: string | null
  onAdding: (listId: string | null) => void
}

/** The lists of a board side by side, in which cards and lists are dragged. */
export function BoardLists({ board, lists, order, cardOf, addingTo, onAdding }: Props) {
  const t = useTranslations('board')
  const { mayWrite } = useBoardFrame()
  const { move, describe } = useCardMoves(board, order, cardOf)
  const moveList = useMoveList(board.id)
  const listIds = useMemo(() => board.lists.map((list) => list.id), [board.lists])

  /** As long as no card is dragged over a column, it gets the identical array, so that it does not render again. */
  const cardsIn = (cardIds: readonly string[], at: number): readonly CardModel[] =>
    cardIds === order[at]?.cardIds ? (lists[at]?.cards ?? []) : cardIds.flatMap((cardId) => cardOf(cardId) ?? [])

  return (
    <BoardDnd order={order} disabled={!mayWrite} onMove={move} describe={describe}>
      {(shown) => (
        <ListDnd order={listIds} disabled={!mayWrite} onMove={moveList} nameOf={(listId) => nameOf(board, listId)}>
          {/* Screen-reader texts are within it too, or the page behind it would scroll as far as the lists do. */}
          <section
            aria-label={t('lists')}
            className="board-lists relative flex min-h-0 flex-1 snap-x snap-mandatory scroll-pl-3 items-stretch gap-3 overflow-x-auto overflow-y-hidden px-3 pb-3 md:snap-none md:px-5 md:pb-5"
          >
            {shown.map(({ listId, cardIds }, at) => {
              const list = board.lists.find((one) => one.id === listId)
              if (!list) return null
              return (
                <ListColumn
                  key={listId}
                  list={list}
                  cards={cardsIn(cardIds, at)}
                  hidden={list.cards.length - (lists[at]?.cards.length ?? 0)}
                  at={at}
                  isLast={at === board.lists.length - 1}
                  adding={addingTo === listId}
                  onAdding={onAdding}
                />
              )
            })}
            {mayWrite && <AddList isFirst={board.lists.length === 0} />}
          </section>
        </ListDnd>
      )}
    </BoardDnd>
  )
}

type Slot = { listId: string; belowId: string | null }

/** Moves what is dragged, and describes its place to screen readers. */
function useCardMoves(board: BoardModel, order: Order, cardOf: Props['cardOf']) {
  const { selection } = useBoardFrame()
  const move = useMoveCards(board.id)

  /** A card that is dragged out of a selection takes the others along, in board order. */
  const together = (cardId: string): string[] => {
    const selected = selection.ids()
    if (!selected.has(cardId)) return [cardId]
    return board.lists.flatMap((list) => list.cards.flatMap(({ id }) => (selected.has(id) ? [id] : [])))
  }
  return {
    move: (cardId: string, slot: Slot) => void move(itemsOf(together(cardId)), slot),
    describe(cardId: string, slot: Slot) {
      const there = orderWith(order, cardId, slot).find((list) => list.listId === slot.listId)
      return {
        title: cardOf(cardId)?.title ?? '',
        list: nameOf(board, slot.listId),
        place: (there?.cardIds.indexOf(cardId) ?? 0) + 1,
        count: there?.cardIds.length ?? 0,
      }
    },
  }
}

const nameOf = (board: BoardModel, listId: string): string => board.lists.find((list) => list.id === listId)?.name ?? ''
