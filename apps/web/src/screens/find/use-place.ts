import type { Board, Card } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { type BoardModel, type CardModel, findCard, type ListModel } from '../../live/board-model.ts'
import { boardQuery } from '../../live/board-query.ts'
import type { Focused } from '../../shell/use-commands.ts'
import { whereIn } from '../../shell/where.ts'

/** The board that is shown, and the card that is open on it or has the focus. */
export type Place = {
  meId: string
  /** Null if the cards of the board were not loaded, for example on its settings page; `about` is there all the same. */
  board: BoardModel | null
  about: Pick<Board, 'id' | 'name' | 'keyPrefix' | 'archivedAt' | 'agentsPaused'> | null
  card: CardModel | null
  /** Whether that card is open, and has not only the focus. */
  isOpen: boolean
  /** The list that has the focus, or whose card has it. */
  list: ListModel | null
  mayWrite: boolean
  isAdmin: boolean
}

export function usePlace({ cardId, listId }: Focused): Place {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { boardId: shownId, key } = whereIn(path)
  const boardId = shownId ?? boardOf(key)
  const meId = useQuery(meQuery).data?.id ?? ''
  // The shown board is in the cache already: the palette reads no board itself.
  const board = useQuery({ ...boardQuery(boardId), enabled: false }, queryClient).data ?? null
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === boardId)
  const role = board?.members.find((member) => member.actorId === meId)?.role ?? listed?.role
  const card = board ? cardAt(board, key, cardId) : null
  const list = board?.lists.find(({ id }) => id === listId) ?? null
  const about = board ?? listed ?? null
  const isAdmin = role === 'admin'
  return {
    meId,
    board,
    about,
    card,
    isOpen: key !== undefined,
    list,
    mayWrite: (role === 'member' || isAdmin) && about?.archivedAt === null,
    isAdmin,
  }
}

/** The board of a card that is shown as a page of its own. */
function boardOf(key: string | undefined): string {
  const cards = queryClient.getQueriesData<Pick<Card, 'key' | 'boardId'>>({ queryKey: ['card'] }).flatMap(([, card]) => card ?? [])
  return cards.find((card) => card.key === key)?.boardId ?? ''
}

function cardAt(board: BoardModel, key: string | undefined, focusedCardId: string | null): CardModel | null {
  if (key === undefined) return focusedCardId === null ? null : (findCard(board, focusedCardId) ?? null)
  return board.lists.flatMap((list) => list.cards).find((card) => card.key === key) ?? null
}
