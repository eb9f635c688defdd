import type { Favourite } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { favouritesQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { useWrite } from './use-write.ts'

const { queryKey } = favouritesQuery

/** The data of a favourite that is shown before the service has answered. */
export type Starred = Pick<Favourite, 'itemId' | 'kind' | 'name' | 'boardId' | 'boardName' | 'keyPrefix'>

/** The favourites of the signed-in user, in their order, and the functions that change them. */
export function useFavourites() {
  const write = useWrite()
  const { data: favourites = [] } = useQuery(favouritesQuery)
  const show = (next: Favourite[]) => () => {
    // An answer that is on its way would bring back the previous state.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, next)
    return () => void queryClient.invalidateQueries({ queryKey })
  }
  const set = async (itemId: string, next: Favourite[], below?: string | null) => {
    const input = { itemId, ...(below !== undefined && { below }) }
    const done = await write('favourite.set', input, { failed: 'favourite', show: show(next) })
    if (done) queryClient.setQueryData(queryKey, done.answer)
  }
  return {
    favourites,
    isFavourite: (itemId: string) => favourites.some((each) => each.itemId === itemId),
    async toggle(item: Starred) {
      const others = favourites.filter((each) => each.itemId !== item.itemId)
      if (others.length === favourites.length) return set(item.itemId, [...favourites, { ...item, archivedAt: null }])
      await write('favourite.clear', { itemId: item.itemId }, { failed: 'favourite', show: show(others) })
    },
    /** `to`: its place, counted from 0. */
    async move(itemId: string, to: number) {
      const moved = favourites.find((each) => each.itemId === itemId)
      const others = favourites.filter((each) => each.itemId !== itemId)
      if (!moved || to < 0 || to > others.length) return
      await set(itemId, others.toSpliced(to, 0, moved), others[to - 1]?.itemId ?? null)
    },
  }
}
