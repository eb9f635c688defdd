import { columnWidthPx } from '@tandem/contract'
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { BoardModel } from '../../../live/board-model.ts'
import { useBoardFrame } from '../board-context.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { type TableColumn, useTableColumns, usualColumns } from './columns.ts'
import { fitted, gapPx } from './fit.ts'
import { keyColumn, settingsOf, type TableSettings, useOwnTable, viewColumnsOf } from './table-settings.ts'

const keyPx = 72
/** In px, about 45 letters; a longer title wraps. At 1024 px the default columns fit beside it, except labels. */
const titlePx = 276
/** In px, beside the cells of a row: for the rail, and for the button of its menu. */
const besidePx = 48
const leastKeyPx = 56
/** Null until the width of the page is known, and on a phone, where a card is no row of cells. */
const unknown = Number.POSITIVE_INFINITY

export type Table = {
  columns: readonly TableColumn[]
  /** The chosen columns that have room, with their widths. */
  visible: readonly TableColumn[]
  widthOf: (id: string) => number
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  /** During a drag of a handle; saved once it is `settled`. */
  resize: (id: string, px: number) => void
  settle: () => void
  /** Back to the width before the user changed it. */
  resetWidth: (id: string) => void
  isUsual: boolean
  reset: () => void
}

type Widths = TableSettings['widths']

export function useTable(fields: BoardModel['fields'], display: BoardDisplay) {
  const columns = useTableColumns(fields)
  const { settings, keep, widths, setMoved } = useSettings(display)
  const [box, roomPx] = useRoom()
  const shown = (settings.shown ?? usualColumns).filter((id, at, all) => all.indexOf(id) === at)
  const chosen = shown.flatMap((id) => columns.find((one) => one.id === id) ?? [])
  const key = widths[keyColumn] ?? keyPx
  const wanted = chosen.map(({ id, usual, least }, at) => ({
    id,
    wanted: widths[id] ?? usual,
    least: Math.min(least, widths[id] ?? usual),
    rank: id === 'labels' ? columns.length : at,
  }))
  const room = fitted(wanted, roomPx - besidePx - key - gapPx, titlePx)
  const without = (id: string): Widths => Object.fromEntries(Object.entries(widths).filter(([one]) => one !== id))
  const table: Table = {
    columns,
    visible: chosen.filter(({ id }) => room.has(id)),
    widthOf: (id) => (id === keyColumn ? key : (room.get(id) ?? 0)),
    isChosen: (id) => shown.includes(id),
    toggle: (id) => keep({ shown: toggled(id, shown, columns), widths }),
    resize(id, px) {
      const least = columns.find((one) => one.id === id)?.least ?? leastKeyPx
      setMoved({ ...without(id), [id]: Math.round(Math.min(Math.max(px, least), columnWidthPx.most)) })
    },
    settle: () => widths !== settings.widths && keep({ shown: settings.shown, widths }),
    resetWidth(id) {
      setMoved(null)
      keep({ shown: settings.shown, widths: without(id) })
    },
    isUsual: shown.join() === usualColumns.join() && Object.keys(widths).length === 0,
    reset: () => keep({ shown: null, widths: {} }),
  }
  const template = [`${key}px minmax(0, 1fr)`, ...table.visible.map(({ id }) => `${room.get(id)}px`)].join(' ')
  return { table, box, template }
}

/** A newly chosen column comes before those that follow it in the menu. */
function toggled(id: string, shown: readonly string[], columns: readonly TableColumn[]): string[] {
  if (shown.includes(id)) return shown.filter((one) => one !== id)
  const rank = (column: string) => columns.findIndex((one) => one.id === column)
  const at = shown.findIndex((one) => rank(one) > rank(id))
  return shown.toSpliced(at < 0 ? shown.length : at, 0, id)
}

/**
 * The settings of the view, if it has some, otherwise the person's own. A change under a view is one of the view. `widths` holds those of a
 * handle in motion: changing the address with each pixel would be refused by the browser.
 */
function useSettings(display: BoardDisplay) {
  const { board, meId } = useBoardFrame()
  const own = useOwnTable(meId, board.id)
  const settings = useMemo(() => (display.columns ? settingsOf(display.columns) : own.settings), [display.columns, own.settings])
  const now = JSON.stringify(settings)
  const [moved, setMoved] = useState<{ from: string; widths: Widths } | null>(null)
  // Cleared once they are saved or replaced: those of a discarded view must not come back.
  if (moved && moved.from !== now) setMoved(null)
  return {
    settings,
    widths: moved?.from === now ? moved.widths : settings.widths,
    setMoved: (widths: Widths | null) => setMoved(widths && { from: now, widths }),
    keep: (next: TableSettings) => (display.view ? display.change({ columns: viewColumnsOf(next) }, { replace: true }) : own.keep(next)),
  }
}

/** The available width of the rows, in px. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null)
  const [px, setPx] = useState(unknown)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setPx(innerWidth < mdPx ? unknown : Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, px] as const
}

const mdPx = 768

const Columns = createContext<readonly TableColumn[]>([])
export const ColumnsProvider = Columns
/** The columns of a row. */
export const useShownColumns = (): readonly TableColumn[] => use(Columns)

/** Returns the same array as long as it holds the same columns, so that a change of width renders no row again. */
export function useStableColumns(visible: readonly TableColumn[]): readonly TableColumn[] {
  const said = visible.map(({ id, name }) => `${id} ${name}`).join('\n')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ids and names stand for the columns
  return useMemo(() => visible, [said])
}
