import { type AttributeName, cardAttributes, type ViewColumn } from '@tandem/contract'
import { useState } from 'react'
import type { BoardModel } from '../../../live/board-model.ts'
import { usualColumns } from './columns.ts'
import { columnsOf } from './ordering.ts'

/** The chosen columns, in their order (null for the default), and the widths of resized columns, in px. */
export type TableSettings = { shown: readonly string[] | null; widths: Readonly<Record<string, number>> }

export const keyColumn = 'key'

/** In the form of a saved view. */
export function viewColumnsOf({ shown, widths }: TableSettings): ViewColumn[] {
  const columns = (shown ?? usualColumns).map((column): ViewColumn => ({ column, widthPx: widths[column] ?? null }))
  const keyPx = widths[keyColumn]
  return keyPx === undefined ? columns : [{ column: keyColumn, widthPx: keyPx }, ...columns]
}

export function settingsOf(columns: readonly ViewColumn[]): TableSettings {
  return {
    shown: columns.map(({ column }) => column).filter((column) => column !== keyColumn),
    widths: Object.fromEntries(columns.flatMap(({ column, widthPx }) => (widthPx === null ? [] : [[column, widthPx]]))),
  }
}

const asUsual: TableSettings = { shown: null, widths: {} }
/** The most columns that are stored. */
const mostKept = 200

const placeOf = (meId: string, boardId: string) => `tandem.table.${meId}.${boardId}`

/** The columns of a person on a board, in the form of a view: without those of deleted fields. */
export function ownColumns(meId: string, { id, fields }: Pick<BoardModel, 'id' | 'fields'>): ViewColumn[] {
  const known = new Set<string>([keyColumn, 'labels', ...columnsOf(fields)])
  return viewColumnsOf(keptAt(placeOf(meId, id))).filter(({ column }) => known.has(column))
}

/** The table settings of each person and board in this browser, for boards without a view that sets the columns. */
export function useOwnTable(meId: string, boardId: string) {
  const place = placeOf(meId, boardId)
  const [state, setState] = useState(() => ({ place, settings: keptAt(place) }))
  const settings = state.place === place ? state.settings : keptAt(place)
  return {
    settings,
    keep(next: TableSettings) {
      if (next.shown === null && Object.keys(next.widths).length === 0) localStorage.removeItem(place)
      else localStorage.setItem(place, JSON.stringify(next))
      setState({ place, settings: next })
    },
  }
}

function keptAt(place: string): TableSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return asUsual
    const { shown, widths } = kept as Partial<Record<keyof TableSettings, unknown>>
    return {
      shown: Array.isArray(shown)
        ? shown
            .filter((one): one is string => typeof one === 'string')
            .slice(0, mostKept)
            .map(nowCalled)
        : null,
      widths: Object.fromEntries(
        Object.entries(widths ?? {}).flatMap(([column, widthPx]) => (Number.isFinite(widthPx) ? [[nowCalled(column), widthPx]] : [])),
      ),
    }
  } catch {
    return asUsual
  }
}

/** Columns of attributes had the name of the attribute, such as `dueAt`, in earlier releases. */
const nowCalled = (column: string): string =>
  Object.hasOwn(cardAttributes, column) ? cardAttributes[column as AttributeName].csv.column : column
