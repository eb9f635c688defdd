import { queryClient } from '../api/query-client.ts'
import { useWrite } from './use-write.ts'

/** Brings an archived board back, and reads anew what shows it. */
export function useRestoreBoard(): (boardId: string) => Promise<void> {
  const write = useWrite()
  return async (boardId) => {
    await write('board.update', { boardId, archived: false }, { failed: 'edit' })
    const keys = [['boards'], ['board', boardId], ['outline', boardId]]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
