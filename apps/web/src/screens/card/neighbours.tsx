import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { findCard } from '../../live/board-model.ts'
import { keptBoard } from '../../live/board-query.ts'
import { useKnown } from '../../live/use-live.ts'
import { useKeysText } from '../../shell/caps.ts'
import { IconButton } from '../../ui/button.tsx'
import { useShownCards } from '../board/board-context.ts'
import { useOpenCard } from './card-context.ts'

export type Neighbours = { previous: (() => void) | null; next: (() => void) | null }

/**
 * Links to the cards before and after this one: of those that the board behind shows, and on a page of its own of all of its board. Null for
 * an archived card, and while only a part of the board has loaded.
 */
export function useNeighbours(): Neighbours | null {
  const { board, card, form } = useOpenCard()
  const navigate = useNavigate()
  const behind = useShownCards()
  const isPage = form === 'page'
  const whole = useKnown(board.id, (known) => (isPage ? known : null))
  const shown = isPage ? whole?.lists.flatMap((list) => list.cards.map(({ id }) => id)) : behind
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
      if (isPage) void navigate({ to: '/cards/$key', params, replace: true })
      else void navigate({ to: '/boards/$boardId/cards/$key', params, search: true, replace: true })
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
