import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { firstCards } from '../api/first-cards.ts'
import { queryClient } from '../api/query-client.ts'
import { type BoardFeed, createBoardFeed } from './board-feed.ts'
import { type BoardModel, type CardModel, putCards } from './board-model.ts'

const keyOf = (boardId: string) => ['board', boardId] as const
const startKeyOf = (boardId: string) => ['board-start', boardId] as const
const feeds = new Map<string, BoardFeed>()

/** A board that frames keep up to date. It is fetched once; then the socket reports changes. */
export const boardQuery = (boardId: string) => wholeBoard(boardId, () => feedOf(boardId).fetch())

/** The same board for the page that draws its cards. For a large board, `startQuery` has the first cards while the others load. */
export const drawnBoardQuery = (boardId: string) => wholeBoard(boardId, () => feedOf(boardId).fetchFirstCardsFirst())

const wholeBoard = (boardId: string, queryFn: () => Promise<BoardModel>) =>
  queryOptions({
    queryKey: keyOf(boardId),
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    // Structural sharing of the query client is off: frames keep unchanged parts, and `fetch` shares by id. By index, a card added at the
    // top would change all below it.
    structuralSharing: false,
  })

/** The first cards of a large board while the whole board is read; null afterwards. The feed puts them there. */
export const startQuery = (boardId: string) =>
  queryOptions({
    queryKey: startKeyOf(boardId),
    queryFn: (): BoardModel | null => null,
    enabled: false,
    structuralSharing: false,
  })

export function dropStart(boardId: string): void {
  if (keptStart(boardId)) queryClient.setQueryData(startKeyOf(boardId), null)
}
const keptStart = (boardId: string): BoardModel | undefined => queryClient.getQueryData<BoardModel | null>(startKeyOf(boardId)) ?? undefined

export const keptBoard = (boardId: string): BoardModel | undefined => queryClient.getQueryData(keyOf(boardId))
const keepBoard = (board: BoardModel): unknown => queryClient.setQueryData(keyOf(board.id), board)

/** The whole board or, while it loads, the board with its first cards. Everything but the cards is complete in both. */
export const knownBoard = (boardId: string): BoardModel | undefined => keptBoard(boardId) ?? keptStart(boardId)

/** Puts cards into the whole board or, while it loads, into its first cards. */
function putKnown(boardId: string, cards: readonly CardModel[]): void {
  const board = keptBoard(boardId)
  if (board) return void keepBoard(putCards(board, cards))
  const start = keptStart(boardId)
  if (!start) return
  const first = cards.filter((card) => isAmongFirst(start, card))
  queryClient.setQueryData(startKeyOf(boardId), putCards(start, first))
}

/** Whether a card is among the loaded first cards of its list. The cards below the last of them have not loaded yet. */
function isAmongFirst({ lists }: BoardModel, { listId, rank }: CardModel): boolean {
  const list = lists.find(({ id }) => id === listId)
  const last = list?.cards.at(-1)
  return !list?.more || (last !== undefined && rank <= last.rank)
}

/** Not after the person has signed out, which ends all reads. */
function keepStart(board: BoardModel): void {
  const isRead = queryClient.getQueryState(keyOf(board.id))?.fetchStatus === 'fetching'
  if (isRead || keptStart(board.id)) queryClient.setQueryData(startKeyOf(board.id), board)
}

/** Of a board that was deleted. */
export function forgetBoard(boardId: string): void {
  queryClient.removeQueries({ queryKey: keyOf(boardId) })
  queryClient.removeQueries({ queryKey: startKeyOf(boardId) })
}

export function feedOf(boardId: string): BoardFeed {
  const known = feeds.get(boardId)
  if (known) return known
  const start = { firstCards: firstCards(), get: () => keptStart(boardId), set: keepStart }
  const feed = createBoardFeed(api, boardId, { get: () => keptBoard(boardId), set: keepBoard }, start)
  feeds.set(boardId, feed)
  return feed
}

/** Shows a change before the service has answered. The returned function reverts it. */
export function showCard(boardId: string, cardId: string, change: Partial<CardModel>): () => void {
  const cardNow = () => cardsOf(boardId).find((one) => one.id === cardId)
  const card = cardNow()
  if (!card) return () => {}
  const before = valuesOf(card, change)
  const put = (values: Partial<CardModel>) => {
    const now = cardNow()
    if (now) putKnown(boardId, [{ ...now, ...values }])
  }
  put(change)
  return () => put(before)
}

/** Like `showCard` for many cards at once. The returned function reverts the cards that it is given. */
export function showCards(boardId: string, changes: ReadonlyMap<string, Partial<CardModel>>): (cardIds: readonly string[]) => void {
  const before = new Map(cardsOf(boardId).flatMap((card) => (changes.has(card.id) ? [[card.id, card]] : [])))
  const put = (cards: readonly CardModel[]) => {
    if (cards.length > 0) putKnown(boardId, cards)
  }
  put([...before.values()].map((card) => ({ ...card, ...changes.get(card.id) })))
  return (cardIds) => {
    const shown = new Map(cardsOf(boardId).map((card) => [card.id, card]))
    put(
      cardIds.flatMap((id) => {
        const was = before.get(id)
        return was ? [{ ...was, ...shown.get(id), ...valuesOf(was, changes.get(id) ?? {}) }] : []
      }),
    )
  }
}

export const cardsOf = (boardId: string): CardModel[] => knownBoard(boardId)?.lists.flatMap((list) => list.cards) ?? []

/** The card's current values of the keys that are about to change. */
const valuesOf = (card: CardModel, change: Partial<CardModel>): Partial<CardModel> =>
  Object.fromEntries(Object.keys(change).map((key) => [key, card[key as keyof CardModel]]))

/** Stores a card that the service has returned. */
export function takeCard(boardId: string, card: CardModel): void {
  putKnown(boardId, [card])
}

/** Changes the board, and its first cards, before the service has answered. The returned function reads the board again. */
export function showBoard(boardId: string, change: (board: BoardModel) => BoardModel): () => void {
  const board = keptBoard(boardId)
  if (board) keepBoard(change(board))
  const start = keptStart(boardId)
  const shown = start && change(start)
  if (shown) keepStart(shown)
  return () => {
    // The first cards are not read again while the whole is on its way, which may fail.
    if (start && keptStart(boardId) === shown) keepStart(start)
    rereadBoard(boardId)
  }
}

export const rereadBoard = (boardId: string): void => void queryClient.invalidateQueries({ queryKey: keyOf(boardId) })
