import { useQuery } from '@tanstack/react-query'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import type { BoardModel } from '../../live/board-model.ts'

/** What the signed-in person may do here. */
export function useBoardAccess(board: BoardModel | undefined): { meId: string; mayWrite: boolean; isAdmin: boolean } {
  const me = useQuery(meQuery).data
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === board?.id)
  const role = board?.members.find((member) => member.actorId === me?.id)?.role ?? listed?.role
  return { meId: me?.id ?? '', mayWrite: role === 'member' || role === 'admin', isAdmin: role === 'admin' }
}
