import { queryOptions, useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { api } from '../../../api/client.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { isValue, type Value } from '../../card/fields/values.ts'
import type { TableColumn } from './columns.ts'

type Values = ReadonlyMap<string, Value>

const cardsOfAPage = 200
/** These pages hold as many cards as a search of the board reads. */
const mostPages = 25

/** The values of the cards in a field, which the tree of the board lacks. */
const heldQuery = (boardId: string, fieldId: string) =>
  queryOptions({
    // Begins like the key of the swimlanes: the same activities make both stale.
    queryKey: ['field-values', boardId, fieldId, 'table'],
    async queryFn() {
      const found: [string, Value][] = []
      let pages = 0
      for await (const page of api.pages('field.values', { fieldId, limit: cardsOfAPage })) {
        for (const { cardId, value } of page) if (isValue(value)) found.push([cardId, value])
        if (++pages === mostPages) break
      }
      return new Map(found)
    },
    structuralSharing: false,
  })

const Context = createContext<ReadonlyMap<string, Values>>(new Map())

type Props = { board: BoardModel; columns: readonly TableColumn[]; sortedBy: { id: string } | null; children: ReactNode }

/** Reads the fields of displayed columns, and that of the order, whose column may be hidden for lack of room. */
export function TableFields({ board, columns, sortedBy, children }: Props) {
  const shown = columns.flatMap(({ shows }) => (shows.what === 'field' ? [shows.field.id] : []))
  const fieldIds = sortedBy && !shown.includes(sortedBy.id) ? [...shown, sortedBy.id] : shown
  const found = useQueries({ queries: fieldIds.map((fieldId) => heldQuery(board.id, fieldId)), combine: dataOf })
  const values = useMemo(
    () => new Map(found.flatMap((data, at): [string, Values][] => (data ? [[fieldIds[at] ?? '', data]] : []))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ids stand for the array, which is new each time
    [found, fieldIds.join()],
  )
  return <Context value={values}>{children}</Context>
}

const dataOf = (results: readonly { data: Values | undefined }[]) => results.map(({ data }) => data)

const none: Values = new Map()
export const useFieldValues = (fieldId: string | null): Values => use(Context).get(fieldId ?? '') ?? none
export const useFieldValue = (fieldId: string, cardId: string): Value | undefined => use(Context).get(fieldId)?.get(cardId)
