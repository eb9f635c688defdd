import type { Favourite, SearchHit } from '@tandem/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, Clock, SquareKanban, SquareStack } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { boardsQuery } from '../../api/queries.ts'
import { useFavourites } from '../../mutations/favourites.ts'
import { visited } from '../../shell/recent.ts'
import { plain } from '../../ui/text/plain.ts'
import type { Entry } from './entry.ts'
import { Marked, ranked } from './matching.tsx'
import type { Place } from './use-place.ts'

const patienceMs = 150
const mostHits = 8
const mostBoards = 5
const mostRecent = 6

/** The typed text, after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

type Hit = Pick<SearchHit, 'key' | 'title' | 'boardId' | 'boardName' | 'snippet'>
type Found = { cards: Entry[]; byKey: Entry[]; boards: Entry[]; recent: Entry[]; searching: boolean }

/** Cards and boards that match the typed text; without text, the recent ones. */
export function useFound(typed: string, place: Place): Found {
  const asked = typed.trim()
  const paused = usePaused(asked)
  const navigate = useNavigate()
  const { favourites } = useFavourites()
  const boards = favouritesFirst(useQuery(boardsQuery).data ?? [], favourites)
  const hits = useQuery({ ...hitsQuery(paused), placeholderData: keepPreviousData, enabled: paused !== '' })
  const key = keyIn(paused, place.board?.keyPrefix)
  const named = useQuery({ ...keyQuery(key ?? ''), enabled: key !== null })
  const toCard = (key: string, boardId: string) => () => void navigate({ to: '/boards/$boardId/cards/$key', params: { boardId, key } })
  const toPage = (key: string) => () => void navigate({ to: '/cards/$key', params: { key } })
  const cardEntry = ({ key: cardKey, title, boardId, boardName, snippet }: Hit): Entry => ({
    id: `card.${cardKey}`,
    group: 'cards',
    icon: <SquareStack size={16} aria-hidden />,
    text: `${cardKey} ${title}`,
    label: <CardLine cardKey={cardKey} title={title} words={asked} />,
    note: snippet && snippet !== title ? <Marked text={plain(snippet)} words={asked} /> : undefined,
    hint: boardName,
    run: toCard(cardKey, boardId),
  })
  const boardEntry = ({ id, name, keyPrefix }: (typeof boards)[number], group: Entry['group']): Entry => ({
    id: `${group}.${id}`,
    group,
    icon: group === 'recent' ? <Clock size={16} aria-hidden /> : <SquareKanban size={16} aria-hidden />,
    text: `${name} ${keyPrefix}`,
    label: <Marked text={name} words={asked} />,
    hint: <span className="font-mono">{keyPrefix}</span>,
    run: () => void navigate({ to: '/boards/$boardId', params: { boardId: id } }),
  })
  const views = favourites.flatMap(({ kind, itemId, name, boardId, boardName }): Entry[] => {
    if (kind !== 'view') return []
    const run = () => void navigate({ to: '/boards/$boardId', params: { boardId }, search: { view: itemId } })
    const label = <Marked text={name} words={asked} />
    return [{ id: `view.${itemId}`, group: 'boards', icon: <Bookmark size={16} aria-hidden />, text: name, label, hint: boardName, run }]
  })
  const recent = visited(place.meId).flatMap((one): Entry[] => {
    if (one.kind === 'board') return boards.filter((board) => board.id === one.id).map((board) => boardEntry(board, 'recent'))
    const label = <CardLine cardKey={one.key} title={one.title} words="" />
    const text = `${one.key} ${one.title}`
    return [{ id: `recent.${one.key}`, group: 'recent', icon: <Clock size={16} aria-hidden />, text, label, run: toPage(one.key) }]
  })
  const byKey =
    asked === paused && named.data ? [cardEntry({ ...named.data, snippet: null, boardName: boardNameOf(boards, named.data) })] : []
  const cards = asked === '' ? [] : (hits.data ?? []).filter((hit) => hit.key !== byKey[0]?.id.slice('card.'.length)).map(cardEntry)
  return {
    cards,
    byKey,
    recent: recent.slice(0, mostRecent),
    boards: ranked([...views, ...boards.map((board) => boardEntry(board, 'boards'))], asked).slice(0, mostBoards),
    searching: asked !== '' && (asked !== paused || hits.isFetching),
  }
}

const hitsQuery = (q: string) =>
  queryOptions({ queryKey: ['find', q], queryFn: ({ signal }) => api.call('search.cards', { q, limit: mostHits }, { signal }) })

/** An unknown key is no failure: it may be half typed. */
const keyQuery = (key: string) =>
  queryOptions({
    queryKey: ['find-key', key],
    queryFn: async ({ signal }) => {
      const answer = await api.call('card.getByKey', { key }, { signal }).catch(() => null)
      return answer?.card ?? null
    },
  })

/** A whole key, or on a board its number alone. */
function keyIn(text: string, prefix: string | undefined): string | null {
  if (/^[a-z][a-z0-9]{1,9}-\d{1,9}$/i.test(text)) return text.toUpperCase()
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  return number !== undefined && prefix !== undefined ? `${prefix}-${number}` : null
}

function favouritesFirst<B extends { id: string }>(boards: readonly B[], favourites: readonly Favourite[]): B[] {
  const places = new Map(favourites.map(({ itemId }, place) => [itemId, place]))
  return boards.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0)
}

const boardNameOf = (boards: readonly { id: string; name: string }[], { boardId }: { boardId: string }): string =>
  boards.find((board) => board.id === boardId)?.name ?? ''

function CardLine({ cardKey, title, words }: { cardKey: string; title: string; words: string }) {
  return (
    <>
      <span className="mr-2 shrink-0 font-mono text-ink-3 text-sm">{cardKey}</span>
      <span className="truncate">
        <Marked text={title} words={words} />
      </span>
    </>
  )
}
