import { Outlet, useParams } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost, mayPass } from '../../api/failure.ts'
import type { BoardModel, CardModel } from '../../live/board-model.ts'
import { dropStart } from '../../live/board-query.ts'
import { useDrawnBoard } from '../../live/use-live.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { HeldKeys } from '../../ui/loading/held-keys.tsx'
import { LazyInFront } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { PagePending } from '../../ui/spinner.tsx'
import { ArchivedNote } from './archived-note.tsx'
import { type Asked, type BoardAccess, type BoardFrame, BoardFrameProvider, ShownCardsProvider, useBoardAccess } from './board-context.ts'
import { BoardHeader } from './board-header.tsx'
import { BoardLists } from './board-lists.tsx'
import { Bulk } from './bulk.tsx'
import { openCardMenu } from './card-menu.ts'
import { BoardBody } from './filter/board-body.tsx'
import type { Filter } from './filter/filter.ts'
import { BoardTools } from './filter/late.tsx'
import { useBoardDisplay } from './filter/use-board-display.ts'
import { useShown } from './filter/use-shown.ts'
import { PausedNote } from './paused-note.tsx'
import { createRenaming } from './renaming.tsx'
import { type Rest, RestLost } from './rest-of-board.tsx'
import { createSelection } from './selection.ts'
import { useAgeing } from './tile/ageing.ts'
import { useBoardCommands } from './use-board-commands.ts'

const LanesLayout = lazyPart(async () => ({ default: (await import('./lanes/lanes-layout.tsx')).LanesLayout }))
const AskedOfCards = lazyPart(async () => ({ default: (await import('./bulk/asked.tsx')).AskedOfCards }))

export function BoardPage() {
  const { boardId } = useParams({ from: '/signed-in/boards/$boardId' })
  const { query, start } = useDrawnBoard(boardId)
  // All cards take the place of the first ones in the background: each tile that is seen renders again, which is too long for one task.
  const isThere = useDeferredValue(query.data ? boardId : null) === boardId
  const lost = isLost(query)
  const isGone = lost && query.error !== null && !mayPass(query.error)
  useEffect(() => {
    if (isThere || isGone) dropStart(boardId)
  }, [boardId, isThere, isGone])
  useEffect(() => () => dropStart(boardId), [boardId])

  // Only this visit's first cards stay until the others are drawn: those of an earlier one are older than the whole board.
  const [partOf, setPartOf] = useState<string | null>(null)
  const part = isGone || (query.data && (isThere || partOf !== boardId)) ? null : start
  if (part && partOf !== boardId) setPartOf(boardId)

  if (part) return <Board key={boardId} board={part} rest={{ isLost: lost, failure: query.error, retry: () => void query.refetch() }} />
  if (query.data) return <Board key={boardId} board={query.data} rest={null} />
  if (lost) return <ErrorState of="board" level="h1" failure={query.error} onRetry={() => query.refetch()} />
  return <PagePending />
}

/** A board of up to this many cards is drawn whole, so that the browser's search finds everything on it. */
const mostDrawn = 200

const noFilter: Filter = {}

/**
 * With `rest`, `board` has only the first cards of each list. They can be read and opened, and an open card can be changed; on the board
 * nothing can be changed, counted or filtered until all cards have loaded.
 */
function Board({ board, rest }: { board: BoardModel; rest: Rest | null }) {
  const t = useTranslations('board')
  const whole = useBoardAccess(board)
  const access = rest ? asReader(whole) : whole
  const [asked, setAsked] = useState<Asked | null>(null)
  const [addingTo, setAddingTo] = useState<string | null>(null)
  const { mayWrite, meId } = access
  const display = useBoardDisplay(board.id)
  const { keepShown, ...filtered } = useShown(board, rest ? noFilter : display.filter, meId)
  const isPart = rest !== null
  const frame = useFrame(board, access, { ask: setAsked, isLarge: isPart || filtered.count > mostDrawn, isPart, keepShown })
  const frameOfOpenCard = rest ? { ...frame, ...whole } : frame
  const order = useMemo(
    () => filtered.lists.map((list) => ({ listId: list.id, cardIds: list.cards.map((card) => card.id) })),
    [filtered.lists],
  )
  const cardOf = useMemo(() => cardsById(board.lists), [board.lists])

  const shownCards = useMemo(() => order.flatMap((list) => list.cardIds), [order])
  useEffect(() => {
    if (frame.selection.ids().size > 0) frame.selection.keepShown(new Set(shownCards))
  }, [frame.selection, shownCards])

  const firstId = board.lists[0]?.id
  const mayAdd = mayWrite && display.layout === 'board' && firstId !== undefined

  return (
    <BoardFrameProvider value={frame}>
      <div className="flex h-full flex-col" onContextMenu={(event) => openCardMenu(event, frame)}>
        <BoardHeader board={board} rest={rest} tools={<BoardTools board={board} display={display} />} />
        {access.isArchived && <ArchivedNote boardId={board.id} isAdmin={whole.isAdmin} className="mx-3 mb-3 md:mx-5" />}
        {rest?.isLost && <RestLost rest={rest} />}
        <PausedNote board={board} mayWrite={whole.mayWrite} />
        <p id="carry-hint" hidden>
          {t('carryHint')}
        </p>
        <p id="list-hint" hidden>
          {t('listHint')}
        </p>
        <BoardBody board={board} display={display} shown={filtered} rest={rest}>
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
            <BoardLists board={board} lists={filtered.lists} order={order} cardOf={cardOf} addingTo={addingTo} onAdding={setAddingTo} />
          )}
        </BoardBody>
        <Bulk board={board} />
      </div>
      <BoardCommands frame={frame} cardOf={cardOf} onNewCard={mayAdd ? ({ listId }) => setAddingTo(listId ?? firstId ?? null) : null} />
      {asked && (
        <LazyInFront of={asked} fallback={<HeldKeys />} onClose={() => setAsked(null)}>
          <AskedOfCards asked={asked} board={board} onClose={() => setAsked(null)} />
        </LazyInFront>
      )}
      <ShownCardsProvider value={isPart ? null : shownCards}>
        <BoardFrameProvider value={frameOfOpenCard}>
          <Outlet />
        </BoardFrameProvider>
      </ShownCardsProvider>
    </BoardFrameProvider>
  )
}

/** The rights while only a part of the board is there: the place of a card depends on all of its list. */
const asReader = (access: BoardAccess): BoardAccess => ({ ...access, mayWrite: false, isWriter: false, isAdmin: false })

/** The same object until one of its parts changes: every tile renders again with a new one. */
function useFrame(
  { id, name, labels, members }: BoardModel,
  { mayWrite, isWriter, isAdmin, isArchived, meId }: BoardAccess,
  { ask, isLarge, isPart, keepShown }: Pick<BoardFrame, 'ask' | 'isLarge' | 'isPart' | 'keepShown'>,
): BoardFrame {
  const [selection] = useState(createSelection)
  const [renaming] = useState(() => createRenaming(meId))
  const ageing = useAgeing(meId, id)
  return useMemo(
    () => ({
      board: { id, name, labels, members },
      mayWrite,
      isWriter,
      isAdmin,
      isArchived,
      meId,
      selection,
      renaming,
      ask,
      isLarge,
      isPart,
      ageing,
      keepShown,
    }),
    [
      id,
      name,
      labels,
      members,
      mayWrite,
      isWriter,
      isAdmin,
      isArchived,
      meId,
      selection,
      renaming,
      ask,
      isLarge,
      isPart,
      ageing,
      keepShown,
    ],
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
