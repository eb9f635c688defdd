import { MenuAt } from '../../../ui/base/menu.tsx'
import { CardActs } from '../card-acts.tsx'
import { focusAfterAsking } from './focus.ts'
import type { AskProps } from './questions.ts'

/** The menu of a tile by its key: of the selected cards, where some are. */
export function CardMenu({ cards, anchor, onClose }: AskProps) {
  return (
    <MenuAt anchor={anchor} onClose={onClose} focusAfter={() => focusAfterAsking(anchor)}>
      <CardActs cards={cards} anchor={anchor} />
    </MenuAt>
  )
}
