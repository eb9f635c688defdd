import { Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { BoardDnd } from '../../dnd/board-dnd.tsx'
import { ListDnd } from '../../dnd/list-dnd.tsx'
import { orderWith } from '../../dnd/place.ts'
import type { BoardModel, CardModel } from '../../live/board-model.ts'
import { useBoard } from '../../live/use-live.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useMoveCards } from '../../mutations/move-cards.ts'
import { useMoveList } from '../../mutations/move-list.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AddList } from './add-list.tsx'
import { useAgeing } from './ageing.ts'
import { ArchivedNote } from './archived-note.tsx'
import { type Asked, type BoardFrame, BoardFrameProvider, ShownCardsProvider, useBoardAccess } from './board-context.ts'
import { BoardHeader } from './board-header.tsx'
import { Bulk } from './bulk.tsx'
import { BoardBody } from './filter/board-body.tsx'
import { BoardTools } from './filter/late.tsx'
import { useBoardDisplay } from './filter/use-board-display.ts'
import { useShown } from './filter/use-shown.ts'
import { ListColumn } from './list-column.tsx'
import { PausedNote } from './paused-note.tsx'
import { createRenaming } from './renaming.tsx'
import { createSelection } from './selection.ts'
import { useBoardCommands } from './use-board-commands.ts'

const LanesLayout = lazy(async () => ({ default: (await import('./lanes/lanes-layout.tsx')).LanesLayout }))
const AskedOfCards = lazy(async () => ({ default: (await import('./bulk/asked.tsx')).AskedOfCards }))

export function BoardPage() {
  const { boardId } = useParams({ from: '/signed-in/boards/$boardId' })
  const query = useBoard(boardId)
  if (query.data) return <Board key={boardId} board={query.data} />
  if (isLost(query)) return <ErrorState level="h1" failure={query.error} onRetry={() => query.refetch()} />
  return <PagePending />
}

/** A board of up to this many cards is drawn whole, so that the browser's search finds everything on it. */
const mostDrawn = 200

function Board({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const access = useBoardAccess(board)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [addingTo, setAddingTo] = useState<string | null>(null)
  const move = useMoveCards(board.id)
  const moveList = useMoveList(board.id)
  const [selection] = useState(createSelection)
  const [renaming] = useState(createRenaming)
  const { id, name, labels, members } = board
  const { mayWrite, isWriter, isAdmin, isArchived, meId } = access
  const display = useBoardDisplay(board.id)
  const { keepShown, ...filtered } = useShown(board, display.filter, meId)
  const isLarge = filtered.count > mostDrawn
  const ageing = useAgeing(meId, board.id)
  const frame = useMemo<BoardFrame>(
    () => ({
      board: { id, name, labels, members },
      mayWrite,
      isWriter,
      isAdmin,
      isArchived,
      meId,
      selection,
      renaming,
      ask: setAsked,
      isLarge,
      ageing,
      keepShown,
    }),
    [id, name, labels, members, mayWrite, isWriter, isAdmin, isArchived, meId, selection, renaming, isLarge, ageing, keepShown],
  )
  const order = useMemo(
    () => filtered.lists.map((list) => ({ listId: list.id, cardIds: list.cards.map((card) => card.id) })),
    [filtered.lists],
  )
  const cardOf = useMemo(() => cardsById(board.lists), [board.lists])

  const shownCards = useMemo(() => order.flatMap((list) => list.cardIds), [order])
  useEffect(() => {
    if (selection.ids().size > 0) selection.keepShown(new Set(shownCards))
  }, [selection, shownCards])

  const listIds = useMemo(() => board.lists.map((list) => list.id), [board.lists])
  const nameOf = (listId: string) => board.lists.find((list) => list.id === listId)?.name ?? ''
  const firstId = board.lists[0]?.id
  const mayAdd = mayWrite && display.layout === 'board' && firstId !== undefined

  /** A card that is dragged out of a selection takes the others along, in board order. */
  const together = (cardId: string): string[] => {
    const selected = selection.ids()
    if (!selected.has(cardId)) return [cardId]
    return board.lists.flatMap((list) => list.cards.flatMap(({ id: one }) => (selected.has(one) ? [one] : [])))
  }
  const describe = (cardId: string, slot: { listId: string; belowId: string | null }) => {
    const there = orderWith(order, cardId, slot).find((list) => list.listId === slot.listId)
    return {
      title: cardOf(cardId)?.title ?? '',
      list: board.lists.find((list) => list.id === slot.listId)?.name ?? '',
      place: (there?.cardIds.indexOf(cardId) ?? 0) + 1,
      count: there?.cardIds.length ?? 0,
    }
  }

  return (
    <BoardFrameProvider value={frame}>
      <div className="flex h-full flex-col">
        <BoardHeader board={board} tools={<BoardTools board={board} display={display} />} />
        {isArchived && <ArchivedNote boardId={id} isAdmin={isAdmin} className="mx-3 mb-3 md:mx-5" />}
        <PausedNote board={board} mayWrite={mayWrite} />
        <p id="carry-hint" hidden>
          {t('carryHint')}
        </p>
        <p id="list-hint" hidden>
          {t('listHint')}
        </p>
        <BoardBody board={board} display={display} shown={filtered}>
          {display.lanes && display.layout === 'board' ? (
            <LanesLayout
              board={board}
              shown={filtered}
              by={display.lanes}
              isWhole={display.emptyLanes}
              adding={addingTo}
              onAdding={setAddingTo}
            />
          ) : (
            <BoardDnd
              order={order}
              disabled={!mayWrite}
              onMove={(cardId, slot) => void move(itemsOf(together(cardId)), slot)}
              describe={describe}
            >
              {(shown) => (
                <ListDnd order={listIds} disabled={!mayWrite} onMove={moveList} nameOf={nameOf}>
                  {/* Screen-reader texts are within it too, or the page behind it would scroll as far as the lists do. */}
                  <section
                    aria-label={t('lists')}
                    className="board-lists relative flex min-h-0 flex-1 snap-x snap-mandatory scroll-pl-3 items-stretch gap-3 overflow-x-auto overflow-y-hidden px-3 pb-3 md:snap-none md:px-5 md:pb-5"
                  >
                    {shown.map(({ listId, cardIds }, at) => {
                      const list = board.lists.find((one) => one.id === listId)
                      if (!list) return null
                      const left = filtered.lists[at]?.cards ?? []
                      // As long as no card is dragged over it, the column gets the identical array, so that it does not render again.
                      const untouched = cardIds === order[at]?.cardIds
                      return (
                        <ListColumn
                          key={listId}
                          list={list}
                          cards={untouched ? left : cardIds.flatMap((cardId) => cardOf(cardId) ?? [])}
                          hidden={list.cards.length - left.length}
                          at={at}
                          isLast={at === board.lists.length - 1}
                          adding={addingTo === listId}
                          onAdding={setAddingTo}
                        />
                      )
                    })}
                    {mayWrite && <AddList isFirst={board.lists.length === 0} />}
                  </section>
                </ListDnd>
              )}
            </BoardDnd>
          )}
        </BoardBody>
        <Bulk board={board} />
      </div>
      <BoardCommands frame={frame} cardOf={cardOf} onNewCard={mayAdd ? ({ listId }) => setAddingTo(listId ?? firstId ?? null) : null} />
      {asked && (
        <Suspense>
          <AskedOfCards asked={asked} board={board} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      <ShownCardsProvider value={shownCards}>
        <Outlet />
      </ShownCardsProvider>
    </BoardFrameProvider>
  )
}

/** Built on first use: a board of thousands renders again with each frame, and most frames do not need the map. */
function cardsById(lists: BoardModel['lists']): (cardId: string) => CardModel | undefined {
  let known: Map<string, CardModel> | null = null
  return (cardId) => {
    known ??= new Map(lists.flatMap((list) => list.cards.map((card) => [card.id, card])))
    return known.get(cardId)
  }
}

/** Within the frame, which its commands need. */
function BoardCommands(props: Parameters<typeof useBoardCommands>[0]) {
  useBoardCommands(props)
  return null
}
