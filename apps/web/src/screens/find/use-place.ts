import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { type BoardModel, type CardModel, findCard } from '../../live/board-model.ts'
import { boardQuery } from '../../live/board-query.ts'

/** Where somebody is: the board that is shown, and the card that is open on it or has the focus. */
export type Place = { meId: string; board: BoardModel | null; card: CardModel | null; mayWrite: boolean }

export function usePlace(focusedCardId: string | null): Place {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [, boardId = '', key] = /^\/boards\/([^/]+)(?:\/cards\/([^/]+))?/.exec(path) ?? []
  const meId = useQuery(meQuery).data?.id ?? ''
  // What is shown has been read: the palette asks for no board of its own.
  const board = useQuery({ ...boardQuery(boardId), enabled: false }, queryClient).data ?? null
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === boardId)
  const role = board?.members.find((member) => member.actorId === meId)?.role ?? listed?.role
  const card = board ? cardAt(board, key, focusedCardId) : null
  return { meId, board, card, mayWrite: (role === 'member' || role === 'admin') && board?.archivedAt === null }
}

function cardAt(board: BoardModel, key: string | undefined, focusedCardId: string | null): CardModel | null {
  if (key === undefined) return focusedCardId === null ? null : (findCard(board, focusedCardId) ?? null)
  return board.lists.flatMap((list) => list.cards).find((card) => card.key === key.toUpperCase()) ?? null
}
