import { type ComponentType, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { MenuAt } from '../../../ui/base/menu.tsx'
import { HeldKeys } from '../../../ui/loading/held-keys.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import { Popover } from '../../../ui/popover.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import type { Asked, Question } from '../board-context.ts'
import { MoveDialog } from '../move-dialog.tsx'
import { CardActs } from '../tile/card-acts.tsx'
import { AskDue } from './due.tsx'
import { focusAfterAsking } from './focus.ts'
import { AssignPicker, DelegatePicker, LabelPicker, PriorityPicker } from './pickers.tsx'
import type { AskProps, PickerProps } from './questions.ts'

const ListSettingsDialog = lazyPart(async () => ({
  default: (await import('../list-settings/list-settings-dialog.tsx')).ListSettingsDialog,
}))

type Props = { asked: Asked; board: BoardModel; onClose: () => void }

/** The dialog for a change of one or several cards, beside the element that opened it, or of a list. */
export function AskedOfCards({ asked, board, onClose }: Props) {
  useMark(asked.what === 'listSettings' ? null : (asked.anchor?.closest('[data-card]') ?? null))
  if (asked.what === 'listSettings') return <OfList listId={asked.listId} board={board} onClose={onClose} />
  const Ask = asks[asked.what]
  // In board order, because ordered changes follow it.
  const cards = board.lists.flatMap((list) => list.cards.filter((card) => asked.cardIds.includes(card.id)))
  if (cards.length === 0) return null
  return (
    <AreaTexts area="bulk" fallback={<HeldKeys />}>
      <Ask board={board} cards={cards} anchor={asked.anchor} at={asked.at} onClose={onClose} />
    </AreaTexts>
  )
}

/** The card keeps the look of the focus, which its dialog has taken. */
function useMark(tile: Element | null): void {
  useLayoutEffect(() => {
    tile?.setAttribute('data-asked', '')
    return () => tile?.removeAttribute('data-asked')
  }, [tile])
}

function OfList({ listId, board, onClose }: { listId: string } & Omit<Props, 'asked'>) {
  const list = board.lists.find((one) => one.id === listId)
  return list && <ListSettingsDialog list={list} onClose={onClose} />
}

const asks: Record<Question, ComponentType<AskProps>> = {
  move: AskMove,
  menu: CardMenu,
  due: AskDue,
  assign: picking(AssignPicker, 'assign'),
  delegate: picking(DelegatePicker, 'delegate'),
  labels: picking(LabelPicker, 'labels'),
  priority: picking(PriorityPicker, 'priority'),
}

/** The menu of a tile, opened by key for the selected cards, if there are any; or with a right-click, for them only on one of them. */
function CardMenu({ cards, anchor, at, onClose }: AskProps) {
  return (
    <MenuAt anchor={anchor} at={at} onClose={onClose} focusAfter={() => focusAfterAsking(anchor)}>
      <CardActs cards={cards} anchor={anchor} />
    </MenuAt>
  )
}

function AskMove({ board, cards, anchor, onClose }: AskProps) {
  return <MoveDialog board={board} cardIds={cards.map((card) => card.id)} anchor={anchor} onClose={onClose} />
}

/** In a popover beside the card, or beside the button of the bar. */
function picking(Picker: ComponentType<PickerProps>, name: 'assign' | 'delegate' | 'labels' | 'priority'): ComponentType<AskProps> {
  return function AskPicker({ board, cards, anchor, onClose }: AskProps) {
    const t = useTranslations('bulk')
    const close = (open: boolean) => !open && onClose()
    return (
      <Popover title={t(name)} anchor={anchor} open onOpenChange={close} focusAfter={() => focusAfterAsking(anchor)}>
        <Picker board={board} cards={cards} onClose={onClose} />
      </Popover>
    )
  }
}
