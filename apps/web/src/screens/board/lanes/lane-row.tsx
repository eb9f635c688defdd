import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { partsOfTile } from '../../../dnd/focus-card.ts'
import { useListPlace } from '../../../dnd/list-dnd.tsx'
import type { Order } from '../../../dnd/place.ts'
import type { BoardModel, CardModel, ListModel } from '../../../live/board-model.ts'
import { classes } from '../../../ui/classes.ts'
import { ListCards } from '../column/list-cards.tsx'
import type { LanesBy } from '../filter/search.ts'
import { LaneMark } from './lane-name.tsx'
import type { Lane } from './lanes.ts'

type Props = {
  board: Pick<BoardModel, 'members' | 'labels'>
  by: LanesBy
  lane: Lane
  name: string
  /** The part of each list, in their order. */
  cells: Order
  cards: ReadonlyMap<string, CardModel>
  lists: readonly Pick<ListModel, 'id' | 'name'>[]
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/** A row of the board: its name, and a part of each list. */
export function LaneRow({ board, by, lane, name, cells, cards, lists, isFolded, onFold }: Props) {
  const [t, list] = [useTranslations('views.lanes'), useTranslations('list')]
  const Chevron = isFolded ? ChevronRight : ChevronDown
  return (
    <section aria-label={name} data-lane={lane.id} className="grid gap-1.5">
      <h2 className="sticky left-0 z-10 w-fit max-w-[calc(100vw-2.5rem)] font-semibold">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => onFold(!isFolded)}
          className="flex h-8 max-w-full items-center gap-1.5 rounded-sm pr-2 hover:bg-hover pointer-coarse:h-11"
        >
          <Chevron size={14} aria-hidden className="shrink-0 text-ink-3" />
          <LaneMark board={board} by={by} lane={lane} />
          <span className="truncate">{name}</span>
          <span className="font-normal text-ink-3 text-sm tabular-nums">
            <span aria-hidden>{lane.count}</span>
            <span className="sr-only">{list('count', { count: lane.count })}</span>
          </span>
        </button>
      </h2>
      {!isFolded && (
        <div className="flex items-stretch gap-3">
          {cells.map((cell, at) => (
            <LaneCell key={cell.listId} cell={cell} cards={cards} name={t('cell', { lane: name, list: lists[at]?.name ?? '' })} at={at} />
          ))}
        </div>
      )}
    </section>
  )
}

const leastColumnPx = 280

type CellProps = { cell: Order[number]; cards: ReadonlyMap<string, CardModel>; name: string; at: number }

const LaneCell = memo(function LaneCell({ cell: { listId, cardIds: tileIds }, cards, name, at }: CellProps) {
  const those = useMemo(() => tileIds.flatMap((id) => cards.get(partsOfTile(id).cardId) ?? []), [tileIds, cards])
  // While a list is dragged by its head, its cards move along.
  const { held, place } = useListPlace(partsOfTile(listId).cardId)
  return (
    <section
      style={{ order: place }}
      data-list={partsOfTile(listId).cardId}
      data-cell={listId}
      aria-label={name}
      className={classes(
        'w-[calc(100vw-2.75rem)] shrink-0 snap-start rounded-lg bg-sunken md:w-[17.5rem]',
        held === 'pointer' && 'outline-1 outline-line-strong outline-dashed *:opacity-0',
      )}
    >
      <ListCards
        cards={those}
        tileIds={tileIds}
        startsInView={at * leastColumnPx < innerWidth}
        className="flex min-h-12 flex-col gap-1.5 p-1.5"
      />
    </section>
  )
})
