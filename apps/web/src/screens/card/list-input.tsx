import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { boardQuery } from '../../live/board-query.ts'
import { useKnown } from '../../live/use-live.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useMoveCards } from '../../mutations/move-cards.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice, MenuHeading } from '../../ui/menu.tsx'
import { useOpenCard } from './card-context.ts'
import { valueClasses } from './property.tsx'

/**
 * The list of the card. Choosing another one moves the card to its top, once all cards of the board are there: an undo names the card above its
 * place.
 */
export function ListInput({ label }: { label: string }) {
  const t = useTranslations('details.place')
  const { board, card, mayWrite } = useOpenCard()
  const isPart = useQuery({ ...boardQuery(board.id), select: () => true }).data === undefined
  const move = useMoveCards(board.id)
  const lists = useKnown(board.id, (tree) => tree.lists) ?? []
  // The board has a move before the card is read again. An archived card is on no list of it.
  const here = lists.find((list) => list.cards.some((one) => one.id === card.id)) ?? lists.find((list) => list.id === card.listId)
  const choose = (listId: string) => {
    if (listId !== here?.id) void move(itemsOf([card.id]), { listId, belowId: null })
  }
  const trigger = (
    <Button
      variant="quiet"
      className={valueClasses}
      disabled={!mayWrite || card.archivedAt !== null}
      aria-label={`${label}: ${here?.name ?? ''}`}
    >
      <span className="truncate">{here?.name}</span>
    </Button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {isPart && <MenuHeading>{t('later')}</MenuHeading>}
      <MenuChoice value={here?.id ?? ''} onChange={choose} disabled={isPart} choices={lists.map((list) => [list.id, list.name] as const)} />
    </Menu>
  )
}
