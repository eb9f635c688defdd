import type { Favourite } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { favouritesQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { beginChange } from '../live/own-changes.ts'
import { useWrite } from './use-write.ts'

const { queryKey } = favouritesQuery

/** The data of a favourite that is shown before the service has answered. */
export type Starred = Pick<Favourite, 'itemId' | 'kind' | 'name' | 'boardId' | 'boardName' | 'keyPrefix'>

const now = (): Favourite[] => queryClient.getQueryData(queryKey) ?? []

/** Requests are sent one after the other: of two at once, the service may run the second first, which would leave the older order. */
let last: Promise<unknown> = Promise.resolve()

/** The favourites of the signed-in user in their order, and functions to change them. Changes are shown at once and sent in order. */
export function useFavourites() {
  const write = useWrite()
  const { data: favourites = [] } = useQuery(favouritesQuery)
  const change = (next: Favourite[], send: () => Promise<{ answer: Favourite[] | null } | null>) => {
    const end = beginChange('favourites')
    // An answer that is on its way would bring back the previous state.
    void queryClient.cancelQueries({ queryKey })
    if (navigator.onLine) queryClient.setQueryData(queryKey, next)
    const sent = last.then(async () => {
      const done = await send()
      // The response to an earlier change lacks the later ones.
      if (!end()) return
      if (done?.answer) queryClient.setQueryData(queryKey, done.answer)
      else await queryClient.invalidateQueries({ queryKey })
    })
    last = sent.catch(() => undefined)
    return sent
  }
  const set = (itemId: string, next: Favourite[], below?: string | null) =>
    change(next, () => write('favourite.set', { itemId, ...(below !== undefined && { below }) }, { failed: 'favourite' }))
  const place = (itemId: string, to: (from: number) => number) => {
    const before = now()
    const from = before.findIndex((each) => each.itemId === itemId)
    const moved = before[from]
    const others = before.toSpliced(from, 1)
    const at = to(from)
    return moved && at >= 0 && at <= others.length && at !== from
      ? set(itemId, others.toSpliced(at, 0, moved), others[at - 1]?.itemId ?? null)
      : Promise.resolve()
  }
  return {
    favourites,
    isFavourite: (itemId: string) => favourites.some((each) => each.itemId === itemId),
    toggle(item: Starred) {
      const before = now()
      const others = before.filter((each) => each.itemId !== item.itemId)
      if (others.length === before.length) return set(item.itemId, [...before, { ...item, archivedAt: null }])
      return change(others, () => write('favourite.clear', { itemId: item.itemId }, { failed: 'favourite' }))
    },
    /** `to`: the new index, counted from 0. */
    move: (itemId: string, to: number) => place(itemId, () => to),
    shift: (itemId: string, by: 1 | -1) => place(itemId, (from) => from + by),
  }
}
