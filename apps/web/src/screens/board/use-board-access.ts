import { useQuery } from '@tanstack/react-query'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import type { BoardModel } from '../../live/board-model.ts'

export type BoardAccess = {
  meId: string
  /** Changes cards and lists: not on an archived board, which is there to be read. */
  mayWrite: boolean
  /** Has the role for it, also while the board is archived: sessions are stopped and cards copied there all the same. */
  isWriter: boolean
  isAdmin: boolean
  isArchived: boolean
}

/** What the signed-in person may do here. */
export function useBoardAccess(board: BoardModel | undefined): BoardAccess {
  const me = useQuery(meQuery).data
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === board?.id)
  const role = board?.members.find((member) => member.actorId === me?.id)?.role ?? listed?.role
  const isWriter = role === 'member' || role === 'admin'
  const isArchived = board !== undefined && board.archivedAt !== null
  return { meId: me?.id ?? '', mayWrite: isWriter && !isArchived, isWriter, isAdmin: role === 'admin', isArchived }
}
