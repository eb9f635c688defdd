import type { InputOf } from '@tandem/contract'
import { queryClient } from '../api/query-client.ts'
import { useWrite } from './use-write.ts'

type Change = Pick<InputOf<'board.update'>, 'archived' | 'agentsPaused'>

/** Archives or restores a board, or pauses its agents, and invalidates the queries that show it. Resolves to false if it failed. */
export function useChangeBoard(): (boardId: string, change: Change) => Promise<boolean> {
  const write = useWrite()
  return async (boardId, change) => {
    const done = await write('board.update', { boardId, ...change }, { failed: 'edit' })
    const keys = [['boards'], ['board', boardId], ['outline', boardId]]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    return done !== null
  }
}
