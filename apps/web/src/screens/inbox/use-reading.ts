import type { Notification } from '@tandem/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { unreadQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { useWrite } from '../../mutations/use-write.ts'

type Pages = InfiniteData<Notification[], string | undefined>

/** Marks rows as read, here at once and then at the service. */
export function useReading(): { read: (row: Notification) => Promise<void>; readAll: () => Promise<void> } {
  const write = useWrite()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['inbox'] })
  return {
    async read(row) {
      if (row.readAt !== null) return
      await write('notification.read', { notificationId: row.id }, { failed: 'read', show: () => showRead((one) => one.id === row.id) })
      await refresh()
    },
    async readAll() {
      await write('notification.readAll', {}, { failed: 'read', show: () => showRead(() => true) })
      await refresh()
    },
  }
}

/** Returns a function that reverts it. */
export function showRead(isRead: (row: Notification) => boolean): () => void {
  const readAt = new Date().toISOString()
  const change = (row: Notification): Notification => (row.readAt === null && isRead(row) ? { ...row, readAt } : row)
  const lists = queryClient.getQueriesData<Pages>({ queryKey: ['inbox', 'list'] })
  const unread = queryClient.getQueryData(unreadQuery.queryKey)
  for (const [key, list] of lists)
    if (list) queryClient.setQueryData<Pages>(key, { ...list, pages: list.pages.map((page) => page.map(change)) })
  if (unread)
    queryClient.setQueryData(
      unreadQuery.queryKey,
      unread.filter((row) => !isRead(row)),
    )
  return () => {
    for (const [key, list] of lists) queryClient.setQueryData(key, list)
    queryClient.setQueryData(unreadQuery.queryKey, unread)
  }
}
