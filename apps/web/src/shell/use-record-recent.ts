import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { remember } from './recent.ts'
import { whereIn } from './where.ts'

type Opened = { id: string; key: string; title: string; boardId: string }

/** Stores the visited boards and cards, for the palette and the sidebar. */
export function useRecordRecent(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { boardId, key } = whereIn(path)
  const meId = useQuery(meQuery).data?.id ?? ''
  useEffect(() => {
    if (boardId !== undefined && key === undefined) remember(meId, { kind: 'board', id: boardId })
    return key === undefined ? undefined : onCard(key, (card) => remember(meId, { kind: 'card', key: card.key, title: card.title }))
  }, [meId, boardId, key])
}

/** Once the card of that key has been read, and again when its title changes. */
function onCard(key: string, tell: (card: Opened) => void): () => void {
  const cache = queryClient.getQueryCache()
  let said = ''
  const look = () => {
    const cards = queryClient.getQueriesData<Opened>({ queryKey: ['card'] }).flatMap(([, card]) => card ?? [])
    const card = cards.find((one) => one.key === key)
    if (!card || card.title === said) return
    said = card.title
    tell(card)
  }
  look()
  return cache.subscribe((event) => {
    if (event.query.queryKey[0] === 'card' && event.type === 'updated') look()
  })
}
