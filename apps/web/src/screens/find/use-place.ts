import type { Card } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { type BoardModel, type CardModel, findCard } from '../../live/board-model.ts'
import { boardQuery } from '../../live/board-query.ts'
import { whereIn } from '../../shell/where.ts'

/** Where somebody is: the board that is shown, and the card that is open on it or has the focus. */
export type Place = { meId: string; board: BoardModel | null; card: CardModel | null; mayWrite: boolean }

export function usePlace(focusedCardId: string | null): Place {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { boardId: shownId, key } = whereIn(path)
  const boardId = shownId ?? boardOf(key)
  const meId = useQuery(meQuery).data?.id ?? ''
  // What is shown has been read: the palette asks for no board of its own.
  const board = useQuery({ ...boardQuery(boardId), enabled: false }, queryClient).data ?? null
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === boardId)
  const role = board?.members.find((member) => member.actorId === meId)?.role ?? listed?.role
  const card = board ? cardAt(board, key, focusedCardId) : null
  return { meId, board, card, mayWrite: (role === 'member' || role === 'admin') && board?.archivedAt === null }
}

/** Of a card that is shown as a page of its own. */
function boardOf(key: string | undefined): string {
  const cards = queryClient.getQueriesData<Pick<Card, 'key' | 'boardId'>>({ queryKey: ['card'] }).flatMap(([, card]) => card ?? [])
  return cards.find((card) => card.key === key)?.boardId ?? ''
}

function cardAt(board: BoardModel, key: string | undefined, focusedCardId: string | null): CardModel | null {
  if (key === undefined) return focusedCardId === null ? null : (findCard(board, focusedCardId) ?? null)
  return board.lists.flatMap((list) => list.cards).find((card) => card.key === key) ?? null
}
