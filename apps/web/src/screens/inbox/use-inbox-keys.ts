import type { Notification } from '@tandem/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { useCommands } from '../../shell/use-commands.ts'

/**
 * j and k move over questions and rows, e marks the row as read and moves on; Enter opens, as on every link. A row without a link marks its
 * name with `data-stop`.
 */
export function useInboxKeys(read: (row: Notification) => Promise<void>): void {
  useCommands({
    next: () => walk(1),
    previous: () => walk(-1),
    read: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
      const row = id === undefined ? undefined : rowOf(id)
      if (!row) return
      walk(1)
      void read(row)
    },
  })
}

const stops = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('#page [data-question] a[href^="/cards/"], #page [data-row] :is(a, [data-stop])'),
]

function walk(by: 1 | -1): void {
  const all = stops()
  const at = all.findIndex((stop) => stop.closest('[data-row], [data-question]')?.contains(document.activeElement))
  const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by]
  next?.focus()
  next?.closest('[data-row], [data-question]')?.scrollIntoView({ block: 'nearest' })
}

function rowOf(id: string): Notification | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Notification[]>>({ queryKey: ['inbox', 'list'] })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flat()
    .find((row) => row.id === id)
}
