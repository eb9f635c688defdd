import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoveCard } from '../../act/move-card.ts'
import { BoardDnd } from '../../dnd/board-dnd.tsx'
import { orderWith } from '../../dnd/place.ts'
import { type BoardModel, findCard } from '../../live/board-model.ts'
import { useBoard } from '../../live/use-live.ts'
import { PagePending } from '../../shell/page-states.tsx'
import { useHotkeys } from '../../shell/use-hotkeys.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { AddList } from './add-list.tsx'
import { type BoardFrame, BoardFrameProvider } from './board-context.ts'
import { BoardHeader } from './board-header.tsx'
import { ListColumn } from './list-column.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useBoardAccess } from './use-board-access.ts'

export function BoardPage() {
  const { boardId } = useParams({ from: '/signed-in/boards/$boardId' })
  const query = useBoard(boardId)
  if (query.data) return <Board board={query.data} />
  if (query.isError) return <ErrorState level="h1" failure={query.error} onRetry={() => void query.refetch()} />
  return <PagePending />
}

function Board({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const access = useBoardAccess(board)
  const [movingId, setMovingId] = useState<string | null>(null)
  const [addingTo, setAddingTo] = useState<string | null>(null)
  const move = useMoveCard(board.id)
  const { id, name, labels, members } = board
  const { mayWrite, isAdmin, meId } = access
  const frame = useMemo<BoardFrame>(
    () => ({ board: { id, name, labels, members }, mayWrite, isAdmin, meId, moveTo: setMovingId }),
    [id, name, labels, members, mayWrite, isAdmin, meId],
  )
  const order = useMemo(() => board.lists.map((list) => ({ listId: list.id, cardIds: list.cards.map((card) => card.id) })), [board.lists])
  const cards = useMemo(() => new Map(board.lists.flatMap((list) => list.cards.map((card) => [card.id, card]))), [board.lists])

  useHotkeys({
    n: () => mayWrite && setAddingTo(focusedList() ?? board.lists[0]?.id ?? null),
    m: () => mayWrite && setMovingId(focusedCard()),
  })

  const describe = (cardId: string, slot: { listId: string; belowId: string | null }) => {
    const there = orderWith(order, cardId, slot).find((list) => list.listId === slot.listId)
    return {
      title: cards.get(cardId)?.title ?? '',
      list: board.lists.find((list) => list.id === slot.listId)?.name ?? '',
      place: (there?.cardIds.indexOf(cardId) ?? 0) + 1,
      count: there?.cardIds.length ?? 0,
    }
  }

  return (
    <BoardFrameProvider value={frame}>
      <div className="flex h-full flex-col">
        <BoardHeader board={board} />
        <p id="carry-hint" hidden>
          {t('carryHint')}
        </p>
        <BoardDnd order={order} disabled={!mayWrite} onMove={(cardId, slot) => void move(cardId, slot)} describe={describe}>
          {(shown) => (
            <section
              aria-label={t('lists')}
              className="flex min-h-0 flex-1 snap-x snap-mandatory scroll-pl-3 items-stretch gap-3 overflow-x-auto overflow-y-hidden px-3 pb-3 md:snap-none md:px-5 md:pb-5"
            >
              {shown.map(({ listId, cardIds }, at) => {
                const list = board.lists.find((one) => one.id === listId)
                if (!list) return null
                return (
                  <ListColumn
                    key={listId}
                    list={list}
                    cards={cardIds.flatMap((cardId) => cards.get(cardId) ?? [])}
                    leftId={board.lists[at - 1]?.id ?? null}
                    rightId={board.lists[at + 1]?.id ?? null}
                    adding={addingTo === listId}
                    onAdding={(adding) => setAddingTo(adding ? listId : null)}
                  />
                )
              })}
              {mayWrite && <AddList isFirst={board.lists.length === 0} />}
            </section>
          )}
        </BoardDnd>
      </div>
      {movingId !== null && findCard(board, movingId) && <MoveDialog board={board} cardId={movingId} onClose={() => setMovingId(null)} />}
      <Outlet />
    </BoardFrameProvider>
  )
}

const focusedCard = (): string | null => document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null
const focusedList = (): string | null => document.activeElement?.closest<HTMLElement>('[data-list]')?.dataset.list ?? null
