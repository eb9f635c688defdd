import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import type { ListModel } from '../live/board-model.ts'
import { keptBoard } from '../live/board-query.ts'
import { changeCards, type Failed, type Item } from './change-cards.ts'
import { homesOf, putBack } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

/** Where a card is to go: into a list, right below a card of it, or to its top. */
export type Slot = { listId: string; belowId: string | null }

/** Moves cards on the screen at once, and at the service behind it; offers to take it back. Answers with those that stayed. */
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
    const said = moved.then(({ length }) =>
      length === 0 ? null : { title: t('moved', { count: length, list: list.name }), text: beyond(list.id) },
    )
    offerUndo({ boardId, undo }, said)
    const { failed } = await moving
    reportFailed({ boardId, failed, count: items.length, name: 'move', retry: (again) => void move(again, slot) })
    return failed
  }
  /** Where a list takes cards beyond its limit, that is said. */
  const beyond = (listId: string): string | undefined => {
    const list = keptBoard(boardId)?.lists.find((one) => one.id === listId)
    if (!list || list.wipLimit === null || list.cards.length <= list.wipLimit) return undefined
    return t('beyond', { count: list.cards.length, limit: list.wipLimit })
  }
  return move
}

/** How cards look in a slot before the service has placed them, and how they are placed. */
function placing(list: ListModel, items: readonly Item[], { belowId }: Slot): Pick<Parameters<typeof changeCards>[1], 'show' | 'send'> {
  const moving = new Set(items.map(({ cardId }) => cardId))
  const others = list.cards.filter((card) => !moving.has(card.id))
  const down = list.cards.findIndex((card) => card.id === belowId)
  // Of a selection that is dropped below one of its own cards, the one above that stays is meant.
  const below = list.cards.slice(0, down + 1).findLast((card) => !moving.has(card.id))
  const next = others[below ? others.indexOf(below) + 1 : 0]
  const ranks = placeholderRanks(items.length, below?.rank, next?.rank)
  return {
    show: new Map(items.map(({ cardId }, at) => [cardId, { listId: list.id, rank: ranks[at] ?? '' }])),
    send({ cardId, mutationId: clientMutationId }, above) {
      const beforeId = above?.cardId ?? below?.id ?? null
      const neighbours = beforeId === null ? { beforeId, afterId: next?.id ?? null } : { beforeId }
      return api.call('card.update', { cardId, clientMutationId, listId: list.id, ...neighbours })
    },
  }
}

/**
 * Ranks for cards that stand below one another between two others, for the moment until the service has given the real ones. They are
 * never sent.
 */
function placeholderRanks(count: number, above: string | undefined, below: string | undefined): string[] {
  const first = placeholderRank(above, below)
  const behind = (at: number) => `${first}!${String(at).padStart(4, '0')}`
  return Array.from({ length: count }, (_, at) => (at === 0 ? first : behind(at)))
}

/** That of the upper neighbour with something behind it, or, at the top, one that sorts before the first. */
export function placeholderRank(above: string | undefined, below: string | undefined): string {
  if (above === undefined) return below === undefined ? 'a0' : below.slice(0, -1)
  for (let tail = '!'; ; tail = `!${tail}`) {
    const rank = above + tail
    if (below === undefined || rank < below || tail.length > 64) return rank
  }
}
