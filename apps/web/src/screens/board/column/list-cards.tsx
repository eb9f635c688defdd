import { useLayoutEffect, useMemo, useRef } from 'react'
import { useHeldAmong } from '../../../dnd/board-dnd.tsx'
import { tellListed, useWanted } from '../../../dnd/focus-card.ts'
import type { CardModel } from '../../../live/board-model.ts'
import { useFocused } from '../../../ui/window/use-focused.ts'
import { useWindow } from '../../../ui/window/use-window.ts'
import { useBoardFrame } from '../board-context.ts'
import { CardTile } from '../tile/card-tile.tsx'
import { gapPx, tileHeight } from './tile-height.ts'

type Props = {
  cards: readonly CardModel[]
  /** The ids of their tiles, if these differ from those of the cards. */
  tileIds?: readonly string[] | undefined
  /** Whether it is visible when the board is opened. */
  startsInView: boolean
  className: string
}

/** The tiles of a list. On a large board only the visible tiles are drawn, a few around them, and the focused or held one. */
export function ListCards({ cards, tileIds, startsInView, className }: Props) {
  const { isLarge } = useBoardFrame()
  const list = useRef<HTMLUListElement>(null)
  const cardIds = useMemo(() => cards.map((card) => card.id), [cards])
  const ids = tileIds ?? cardIds
  const kept = [useFocused(list, isLarge, tileAround), useWanted(ids), useHeldAmong(ids)]
  const estimate = (at: number) => tileHeight(cards[at])
  const parts = useWindow({ list, isOn: isLarge, ids, estimate, gap: gapPx, kept, idOf, startsInView })
  useLayoutEffect(() => {
    if (list.current) tellListed(list.current, cardIds)
  }, [cardIds])
  const tiles = (from: number, to: number) =>
    cards.slice(from, to).map((card, at) => <CardTile key={ids[from + at]} card={card} tileId={tileIds?.[from + at]} />)
  return (
    <ul ref={list} data-cards={parts ? 'some' : 'all'} className={className}>
      {parts
        ? // One array of keyed tiles, so that a tile stays the same element when the others change.
          parts.flatMap((part, at) => ('room' in part ? [<Room key={`room ${at}`} height={part.room} />] : tiles(part.from, part.to)))
        : tiles(0, cards.length)}
    </ul>
  )
}

const idOf = (row: HTMLElement): string | undefined => row.dataset.tile
const tileAround = (target: Element): string | undefined => target.closest<HTMLElement>('[data-tile]')?.dataset.tile

/** The space of tiles that are not drawn. Excluded from scroll anchoring: it is never what the browser should hold in place. */
function Room({ height }: { height: number }) {
  return <li aria-hidden className="shrink-0 [overflow-anchor:none]" style={{ height }} />
}
