import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { findCard } from '../../live/board-model.ts'
import { keptBoard } from '../../live/board-query.ts'
import { useKeysText } from '../../shell/caps.ts'
import { IconButton } from '../../ui/button.tsx'
import { useShownCards } from '../board/board-context.ts'
import { useOpenCard } from './card-context.ts'

export type Neighbours = { previous: (() => void) | null; next: (() => void) | null }

/** Links to the cards before and after this one, in the order of the board behind; null for a card on a page of its own. */
export function useNeighbours(): Neighbours | null {
  const { board, card } = useOpenCard()
  const navigate = useNavigate()
  const shown = useShownCards()
  const at = shown?.indexOf(card.id) ?? -1
  if (!shown || at === -1) return null
  const wayTo = (cardId: string | undefined) => {
    if (cardId === undefined) return null
    return () => {
      const now = keptBoard(board.id)
      const there = now && findCard(now, cardId)
      if (!there) return
      // Replaces the history entry: one step back closes the card, however many were opened.
      const params = { boardId: board.id, key: there.key }
      void navigate({ to: '/boards/$boardId/cards/$key', params, search: true, replace: true })
    }
  }
  return { previous: wayTo(shown[at - 1]), next: wayTo(shown[at + 1]) }
}

/** On a phone they are in the menu of the card: its header has no room for them. */
export function NeighbourButtons({ previous, next }: Neighbours) {
  const t = useTranslations('details.card')
  const keys = useKeysText()
  return (
    <span className="flex max-md:hidden">
      <IconButton
        size="sm"
        label={`${t('previous')} (${keys('previousCard')})`}
        icon={<ChevronUp size={16} aria-hidden />}
        disabled={previous === null}
        onClick={() => previous?.()}
      />
      <IconButton
        size="sm"
        label={`${t('next')} (${keys('nextCard')})`}
        icon={<ChevronDown size={16} aria-hidden />}
        disabled={next === null}
        onClick={() => next?.()}
      />
    </span>
  )
}
