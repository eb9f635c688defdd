import { queryClient } from '../api/query-client.ts'
import { showBoard } from '../live/board-query.ts'
import { useWrite } from './use-write.ts'

/** Resumes the agents of a board. */
export function useResumeAgents(): (boardId: string) => Promise<void> {
  const write = useWrite()
  return async (boardId) => {
    const show = () => showBoard(boardId, (now) => ({ ...now, agentsPaused: null }))
    await write('board.update', { boardId, agentsPaused: null }, { failed: 'edit', show })
    await queryClient.invalidateQueries({ queryKey: ['outline', boardId] })
  }
}
