import { Link } from '@tanstack/react-router'
import { prefixOf, useOpenCard } from './card-context.ts'

/** Another card, by its key: of the same board in front of it, else as a page of its own. */
export function CardLink({ cardKey, children, className }: { cardKey: string; children?: React.ReactNode; className?: string }) {
  const { board, card, form } = useOpenCard()
  const shown = children ?? <span className="font-mono text-[0.9em]">{cardKey}</span>
  const isHere = form === 'dialog' && prefixOf(cardKey) === prefixOf(card.key)
  if (!isHere) {
    return (
      <Link to="/cards/$key" params={{ key: cardKey }} preload={false} className={className}>
        {shown}
      </Link>
    )
  }
  return (
    <Link to="/boards/$boardId/cards/$key" params={{ boardId: board.id, key: cardKey }} preload={false} className={className}>
      {shown}
    </Link>
  )
}
