import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl'
import type { Library } from './use-library.ts'
import { countBefore, type HeldInOrder, useOrderDrag } from './use-order-drag.ts'
import { useStable } from './use-stable.ts'

/** Dragging the lists of a board by their names, in the same way as cards: with the library, and by keyboard with the same state. */
type Props = {
  order: readonly string[]
  disabled: boolean
  /** Called with the new index of the list among the others, counted without it. */
  onMove: (listId: string, to: number) => void
  nameOf: (listId: string) => string
  children: ReactNode
}

type Dragging = {
  held: HeldInOrder
  placeOf: (listId: string) => number | undefined
  library: () => Library | null
  onLibrary: (listener: () => void) => () => void
  onKeyDown: (event: KeyboardEvent, listId: string) => void
  onBlur: (listId: string) => void
}
const Context = createContext<Dragging | null>(null)

export function ListDnd({ order, disabled, onMove, nameOf, children }: Props) {
  const t = useTranslations('carry')
  const [announcement, announce] = useState('')
  const { held, isHeld, hold, drop, placeOf, library } = useOrderDrag({
    order,
    disabled,
    onMove,
    placeAt: ({ x }, listId) => countBefore(headsBeside(listId), 'left', x),
  })
  // A column that changes its position is removed from the document for a moment, and loses the focus.
  const dropped = useRef<string | null>(null)
  const columns = order.join()
  const before = useRef(columns)
  useLayoutEffect(() => {
    if (columns === before.current) return
    before.current = columns
    if (dropped.current !== null && document.activeElement === document.body)
      headOf(dropped.current)?.querySelector<HTMLElement>('[data-grip]')?.focus()
    dropped.current = null
  }, [columns])
  useEffect(() => {
    if (held?.by === 'keyboard') headOf(held.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [held])
  const said = ({ id, to }: NonNullable<HeldInOrder>) => ({ list: nameOf(id), place: to + 1, count: order.length })
  const step = (mine: NonNullable<HeldInOrder>, by: number) => {
    const next = { ...mine, to: mine.to + by }
    if (next.to < 0 || next.to >= order.length) return announce(t('edge'))
    hold(next)
    announce(t('listMoved', said(next)))
  }
  const acts = useStable({
    onKeyDown(event: KeyboardEvent, listId: string) {
      const mine = held?.id === listId && held.by === 'keyboard' ? held : null
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || disabled) return
      if (mine && by !== undefined) step(mine, by)
      else if (!mine && event.key === ' ') {
        const next = { id: listId, to: order.indexOf(listId), by: 'keyboard' } as const
        hold(next)
        announce(t('listPickedUp', said(next)))
      } else if (mine && (event.key === ' ' || event.key === 'Enter')) {
        announce(t('listPutDown', said(mine)))
        dropped.current = listId
        drop(mine)
      } else if (mine && event.key === 'Escape') {
        hold(null)
        announce(t('dragCancelled', { title: nameOf(listId) }))
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur(listId: string) {
      const now = isHeld()
      if (now?.id === listId && now.by === 'keyboard') hold(null)
    },
  })
  return (
    <Context value={{ ...acts, held, placeOf, library: library.get, onLibrary: library.subscribe }}>
      {children}
      <div role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </div>
    </Context>
  )
}

function useDragging(): Dragging {
  const dragging = use(Context)
  if (!dragging) throw new Error('only within a board')
  return dragging
}

/** Where a list is shown while one is dragged, for a part of it that is not dragged itself, such as its cards in a swimlane. */
export function useListPlace(listId: string) {
  const { held, placeOf } = useDragging()
  return { held: held?.id === listId ? held.by : null, place: placeOf(listId) }
}

/** The props of a column that is dragged by its name. */
export function useListGrip(listId: string, disabled: boolean) {
  const { library, onLibrary, onKeyDown, onBlur } = useDragging()
  const column = useRef<HTMLElement>(null)
  const handle = useRef<HTMLElement>(null)
  const there = useSyncExternalStore(onLibrary, library)
  useEffect(() => {
    if (!column.current || !handle.current || disabled) return undefined
    return there?.register(listId, column.current, handle.current)
  }, [there, listId, disabled])
  return {
    column,
    handle,
    ...useListPlace(listId),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, listId),
    onBlur: () => onBlur(listId),
  }
}

const headOf = (listId: string): Element | null => document.querySelector(`[data-head="${listId}"]`)

/** With swimlanes a list has one part in each row, but one head. */
const headsBeside = (listId: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-head]')].filter((head) => head.dataset.head !== listId)
