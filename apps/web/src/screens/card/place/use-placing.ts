import type { CardPart, InputOf } from '@tandem/contract'
import { useNavigate } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { keptBoard } from '../../../live/board-query.ts'
import { itemsOf } from '../../../mutations/change-cards.ts'
import { useMoveAcross } from '../../../mutations/move-across.ts'
import { useMoveCards } from '../../../mutations/move-cards.ts'
import { unlessItWaits } from '../../../mutations/outbox.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { say } from '../../../ui/toasts/toast.tsx'
import { useOpenCard } from '../card-context.ts'

export type Place = { boardId: string; listId: string; belowId: string | null }
type Copy = { title: string; keep: CardPart[] }

/** Moves or copies the card, and opens the result. Both resolve to whether it was done. */
export function usePlacing(): { move: (place: Place) => Promise<boolean>; copy: (place: Place, copy: Copy) => Promise<boolean> } {
  const { card, form } = useOpenCard()
  const t = useTranslations('details.place')
  const format = useFormatter()
  const write = useWrite()
  const moveHere = useMoveCards(card.boardId)
  const moveAcross = useMoveAcross(card.boardId)
  const navigate = useNavigate()
  /** `replace` where the old address would lead here. */
  const open = (boardId: string, key: string, replace = false) =>
    form === 'page'
      ? void navigate({ to: '/cards/$key', params: { key }, replace })
      : void navigate({ to: '/boards/$boardId/cards/$key', params: { boardId, key }, replace })
  return {
    async move({ boardId, listId, belowId }) {
      const items = itemsOf([card.id])
      // A move that waits for the network counts as done, and the card stays open where it is.
      if (boardId === card.boardId) {
        const failed = await unlessItWaits(moveHere(items, { listId, belowId }))
        return failed === undefined || failed.length === 0
      }
      const there = keptBoard(boardId)
      const list = there?.lists.find((one) => one.id === listId)
      if (!there || !list) return false
      const names = { listName: list.name, boardName: there.name }
      const moving = moveAcross(items, { boardId, listId, belowId, firstId: list.cards[0]?.id ?? null, ...names })
      const done = await unlessItWaits(moving)
      if (done === undefined) return true
      for (const { boardId: newBoardId, key } of done.moved) open(newBoardId, key, true)
      return done.failed.length === 0
    },
    async copy(place, { title, keep }) {
      const input: InputOf<'card.copy'> = { cardId: card.id, keep, ...(title.trim() !== '' && { title: title.trim() }) }
      const done = await write('card.copy', { ...input, ...slotOf(place, card.id) }, { failed: 'create' })
      if (!done) return false
      const { boardId, key, dropped } = done.answer
      const left = [...dropped.labels, ...dropped.fields]
      if (left.length > 0) say({ title: t('leftBehind'), text: format.list(left) })
      open(boardId, key)
      return true
    },
  }
}

function slotOf({ boardId, listId, belowId }: Place, copiedId: string) {
  if (belowId !== null) return { listId, beforeId: belowId }
  const others = keptBoard(boardId)?.lists.find((list) => list.id === listId)?.cards ?? []
  return { listId, beforeId: null, afterId: others.find((one) => one.id !== copiedId)?.id ?? null }
}
