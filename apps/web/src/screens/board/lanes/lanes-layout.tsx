import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { BoardDnd } from '../../../dnd/board-dnd.tsx'
import { partsOfTile } from '../../../dnd/focus-card.ts'
import { ListDnd } from '../../../dnd/list-dnd.tsx'
import { orderWith } from '../../../dnd/place.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import type { Slot } from '../../../mutations/move-cards.ts'
import { useMoveList } from '../../../mutations/move-list.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { useFocused } from '../../../ui/window/use-focused.ts'
import { useBoardFrame } from '../board-context.ts'
import type { LanesBy } from '../filter/search.ts'
import type { Shown } from '../filter/use-shown.ts'
import { useFolded } from './folded.ts'
import { laneChangeOf } from './lane-change.ts'
import { useLaneNames } from './lane-name.tsx'
import { LaneRow } from './lane-row.tsx'
import { belowInList, fieldOf, type Lane, lanesOf, orderOf } from './lanes.ts'
import { ListHeads } from './list-heads.tsx'
import { useDropInLane } from './use-drop-in-lane.ts'
import { useFieldValues } from './use-field-values.ts'

type Props = {
  board: BoardModel
  shown: Shown
  by: LanesBy
  /** Rows without cards too. */
  isWhole: boolean
  adding: string | null
  onAdding: (listId: string | null) => void
}

/** The board in rows: each has a part of every list. A card that is dropped in another row gets the value of that row. */
export function LanesLayout(props: Props) {
  return (
    <AreaTexts area="views">
      <Read {...props} />
    </AreaTexts>
  )
}

/** Values of fields are not in the tree of the board, so they are read first. */
function Read(props: Props) {
  const values = useFieldValues(props.board, fieldOf(props.by))
  if (values.isReading) return <PagePending />
  if (values.failure) return <ErrorState atEdge failure={values.failure} onRetry={() => values.retry()} />
  return <Lanes {...props} values={values} />
}

function Lanes({ board, shown, by, isWhole, adding, onAdding, values }: Props & { values: ReturnType<typeof useFieldValues> }) {
  const t = useTranslations('views.lanes')
  const { mayWrite, meId, selection } = useBoardFrame()
  const { members, labels, fields } = board
  const { said } = values
  const { lists } = shown
  const all = useMemo(() => lanesOf({ by, board: { members, labels, fields }, lists, said }), [by, members, labels, fields, lists, said])
  const element = useRef<HTMLElement>(null)
  const laneHeld = useFocused(element, isWhole || all.some(({ count }) => count > 0), laneAround)
  // The row that a card is dragged from stays, even if the card was its last one.
  const lanes = useMemo(() => all.filter((lane) => isWhole || lane.count > 0 || lane.id === laneHeld), [all, isWhole, laneHeld])
  const { folded, fold } = useFolded(board.id, by)
  const nameOf = useLaneNames(board, by)
  const open = useMemo(() => lanes.filter((lane) => !folded.has(lane.id)), [lanes, folded])
  const order = useMemo(() => orderOf(open, lists), [open, lists])
  const cards = useMemo(() => new Map(lists.flatMap((list) => list.cards.map((card) => [card.id, card]))), [lists])
  const change = laneChangeOf(by, meId, said, fields)
  const drop = useDropInLane({
    boardId: board.id,
    change,
    nameOf,
    showElsewhere: (standings) =>
      fieldOf(by) === null ? () => {} : values.show(new Map([...standings].map(([id, [value]]) => [id, value]))),
  })
  const moveList = useMoveList(board.id)
  const listIds = useMemo(() => board.lists.map((list) => list.id), [board.lists])
  const listName = (listId: string): string => board.lists.find((one) => one.id === listId)?.name ?? ''
  const laneOf = (id: string): Lane | undefined => all.find((lane) => lane.id === partsOfTile(id).lane)

  const onMove = (tileId: string, { listId: cellId, belowId }: Slot) => {
    const { cardId, lane: fromId } = partsOfTile(tileId)
    const { cardId: listId } = partsOfTile(cellId)
    const [from, to] = [all.find((lane) => lane.id === fromId), laneOf(cellId)]
    if (!from || !to) return
    const selected = selection.ids()
    const below = belowInList({
      listIds: board.lists.find((list) => list.id === listId)?.cards.map((card) => card.id) ?? [],
      cellIds: order.find((cell) => cell.listId === cellId)?.cardIds.map((id) => partsOfTile(id).cardId) ?? [],
      cardId,
      belowId: belowId === null ? null : partsOfTile(belowId).cardId,
    })
    const cardIds = selected.has(cardId) ? [...cards.keys()].filter((id) => selected.has(id)) : [cardId]
    // Cards that are dropped together stay together, even if the first of them keeps its position.
    const stays = below === undefined && cardIds.length === 1
    const belowCard = below === undefined && belowId !== null ? partsOfTile(belowId).cardId : (below ?? null)
    void drop({ cardIds, from, to, slot: stays ? null : { listId, belowId: belowCard } })
  }
  const describe = (tileId: string, slot: Slot) => {
    const there = orderWith(order, tileId, slot).find((cell) => cell.listId === slot.listId)
    const lane = laneOf(slot.listId)
    const list = listName(partsOfTile(slot.listId).cardId)
    return {
      title: cards.get(partsOfTile(tileId).cardId)?.title ?? '',
      list: t('cell', { lane: lane ? nameOf(lane) : '', list }),
      place: (there?.cardIds.indexOf(tileId) ?? 0) + 1,
      count: there?.cardIds.length ?? 0,
    }
  }
  return (
    <BoardDnd order={order} disabled={!mayWrite} onMove={onMove} describe={describe}>
      {(now) => (
        <ListDnd order={listIds} disabled={!mayWrite} onMove={moveList} nameOf={listName}>
          <section
            aria-label={t('board')}
            ref={element}
            className="board-lanes relative min-h-0 flex-1 overflow-auto overscroll-contain px-3 pb-3 md:px-5 md:pb-5"
          >
            <div className="grid w-fit min-w-full gap-3">
              <ListHeads board={board} lists={lists} adding={adding} onAdding={onAdding} />
              {lanes.length === 0 && <p className="text-ink-2">{t('noCards')}</p>}
              {lanes.map((lane) => (
                <LaneRow
                  key={lane.id}
                  board={board}
                  by={by}
                  lane={lane}
                  name={nameOf(lane)}
                  cells={now.filter((cell) => cell.lane === lane.id)}
                  cards={cards}
                  lists={lists}
                  isFolded={folded.has(lane.id)}
                  onFold={(isFolded) => fold(lane.id, isFolded)}
                />
              ))}
            </div>
          </section>
        </ListDnd>
      )}
    </BoardDnd>
  )
}

const laneAround = (target: Element): string | undefined => target.closest<HTMLElement>('[data-lane]')?.dataset.lane
