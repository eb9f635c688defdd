import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isMissing } from '../api/failure.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { knownBoard } from '../live/board-query.ts'
import { onActivity } from '../live/hub.ts'
import { forgetItem, remember } from './recent.ts'
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
  useEffect(() => onGone((name) => forgetItem(meId, name)), [meId])
}

/** Reports the key of a card and the id of a board that was deleted, or that this user can no longer read. */
export function onGone(report: (name: string) => void): () => void {
  const ends = [
    onActivity(({ verb, payload }) => verb === 'card.deleted' && report(String(payload.key))),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isMissing(event.action.error)) return
      const [kind, id] = event.query.queryKey
      const name = kind === 'card' ? (event.query.state.data as Opened | undefined)?.key : id
      if (namesOf.has(String(kind)) && typeof name === 'string') report(kind === 'card-id' ? name.toUpperCase() : name)
    }),
  ]
  return () => ends.forEach((end) => end())
}

/** The queries of one card or one board. */
const namesOf: ReadonlySet<string> = new Set(['card', 'card-id', 'board'])

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
