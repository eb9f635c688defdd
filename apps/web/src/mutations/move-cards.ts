import { useTranslations } from 'use-intl'
import type { ListModel } from '../live/board-model.ts'
import { keptBoard } from '../live/board-query.ts'
import { type Change, changeCards, type Failed, type Item, type Sends } from './change-cards.ts'
import { homesOf, putBack } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

/** The target of a moved card: a list, and the card above it there, or null for the top. */
export type Slot = { listId: string; belowId: string | null }

/** Moves cards on the screen at once and then at the service, and offers an undo. Resolves to the cards that could not be moved. */
export type MoveCards = (items: readonly Item[], slot: Slot, onStep?: (settled: number) => void) => Promise<readonly Failed[]>

export function useMoveCards(boardId: string): MoveCards {
  const t = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  const move: MoveCards = async (items, slot, onStep = () => {}) => {
    const board = keptBoard(boardId)
    const list = board?.lists.find((one) => one.id === slot.listId)
    if (!board || !list) return []
    const homes = homesOf(
      board,
      items.map(({ cardId }) => cardId),
    )
    const moving = changeCards(items, { boardId, onStep, inOrder: true, ...placing(list, items, slot) })
    const moved = moving.then(({ done }) => done.filter((card) => card !== null))
    const undo = async () =>
      reportFailed({ boardId, failed: await putBack(boardId, homes, await moved), count: (await moved).length, name: 'undo' })
    const words = (count: number) => ({ title: t('moved', { count, list: list.name }), text: beyond(list.id) })
    offerUndo(
      { boardId, items, undo },
      moved.then(({ length }) => (length === 0 ? null : words(length))),
      words(items.length),
    )
    const { failed } = await moving
    reportFailed({ boardId, failed, count: items.length, name: 'move', retry: (again) => void move(again, slot) })
    return failed
  }
  /** A note for a list that holds more cards than its limit. */
  const beyond = (listId: string): string | undefined => {
    const list = keptBoard(boardId)?.lists.find((one) => one.id === listId)
    if (!list || list.wipLimit === null || list.cards.length <= list.wipLimit) return undefined
    return t('beyond', { count: list.cards.length, limit: list.wipLimit })
  }
  return move
}

/** The optimistic state of cards in a slot, and the requests that place them. */
export function placing(
  list: ListModel,
  items: readonly Item[],
  { belowId }: Slot,
): Pick<Change, 'show'> & Extract<Sends, { calls: unknown }> {
  const moving = new Set(items.map(({ cardId }) => cardId))
  const others = list.cards.filter((card) => !moving.has(card.id))
  const down = list.cards.findIndex((card) => card.id === belowId)
  // For a selection that is dropped below one of its own cards, the nearest unselected card above.
  const below = list.cards.slice(0, down + 1).findLast((card) => !moving.has(card.id))
  const next = others[below ? others.indexOf(below) + 1 : 0]
  const ranks = placeholderRanks(items.length, below?.rank, next?.rank)
  return {
    show: new Map(items.map(({ cardId }, at) => [cardId, { listId: list.id, rank: ranks[at] ?? '' }])),
    calls({ cardId }, above) {
      const beforeId = above?.cardId ?? below?.id ?? null
      const neighbours = beforeId === null ? { beforeId, afterId: next?.id ?? null } : { beforeId }
      return [{ name: 'card.update', input: { cardId, listId: list.id, ...neighbours } }]
    },
  }
}

/** Temporary ranks for cards in a row between two others, until the service has returned the real ones. They are never sent. */
function placeholderRanks(count: number, above: string | undefined, below: string | undefined): string[] {
  const first = placeholderRank(above, below)
  const behind = (at: number) => `${first}!${String(at).padStart(4, '0')}`
  return Array.from({ length: count }, (_, at) => (at === 0 ? first : behind(at)))
}

/** The rank of the upper neighbour with a suffix, or, at the top, one that sorts before the first. */
export function placeholderRank(above: string | undefined, below: string | undefined): string {
  if (above === undefined) return below === undefined ? 'a0' : below.slice(0, -1)
  for (let tail = '!'; ; tail = `!${tail}`) {
    const rank = above + tail
    if (below === undefined || rank < below || tail.length > 64) return rank
  }
}
