import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { knownBoard } from '../live/board-query.ts'
import { remember } from './recent.ts'
import { whereIn } from './where.ts'

type Opened = { key: string; title: string }

/** Stores the visited boards and cards, for the palette and the sidebar. */
export function useRecordRecent(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { boardId, key } = whereIn(path)
  const meId = useQuery(meQuery).data?.id ?? ''
  useEffect(() => {
    if (boardId !== undefined && key === undefined) remember(meId, { kind: 'board', id: boardId })
    return key === undefined
      ? undefined
      : onTitle(boardId, key, (card) => remember(meId, { kind: 'card', key: card.key, title: card.title }))
  }, [meId, boardId, key])
}

/**
 * Reports the title of that card as soon as it is known, and again when it changes. Its tile on the board is known before the card is read:
 * a card that is closed at once counts as visited.
 */
function onTitle(boardId: string | undefined, key: string, report: (card: Opened) => void): () => void {
  let reported = ''
  const look = () => {
    const card = readCard(key) ?? (reported === '' ? tileOf(boardId, key) : undefined)
    if (!card || card.title === reported) return
    reported = card.title
    report(card)
  }
  look()
  return queryClient.getQueryCache().subscribe(({ query, type }) => {
    const [kind] = query.queryKey
    if (type === 'updated' && (kind === 'card' || (kind === 'board' && reported === ''))) look()
  })
}

const readCard = (key: string): Opened | undefined =>
  queryClient.getQueriesData<Opened>({ queryKey: ['card'] }).find(([, card]) => card?.key === key)?.[1]

const tileOf = (boardId: string | undefined, key: string): Opened | undefined =>
  boardId === undefined
    ? undefined
    : knownBoard(boardId)
        ?.lists.flatMap(({ cards }) => cards)
        .find((tile) => tile.key === key)
