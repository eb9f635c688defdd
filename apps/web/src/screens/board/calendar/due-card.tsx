import { CalendarX, ChevronRight, ChevronsRight, Ellipsis } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDayCard } from '../../../dnd/day-dnd.tsx'
import type { CardModel } from '../../../live/board-model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { addDays } from '../../../ui/days.ts'
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { PriorityMark } from '../../../ui/priority-mark.tsx'
import { useBoardFrame } from '../board-context.ts'
import { TitleField, useIsRenaming } from '../renaming.tsx'
import { useIsSelected, useSelectByClick } from '../selection.ts'
import { CardActs } from '../tile/card-acts.tsx'
import { CardLink } from '../tile/card-link.tsx'
import { Rail } from '../tile/card-tile.tsx'
import { toneOf } from '../tile/session-line.tsx'
import { useCalendar } from './calendar-context.ts'

type Props = { card: CardModel; day: string | null }

/** A card on its due day: a title that can be dragged, moved by keyboard and opened. */
export const DueCard = memo(function DueCard({ card, day }: Props) {
  const { board, mayWrite } = useBoardFrame()
  const { carry, today } = useCalendar()
  const { ref, isDragging } = useDayCard(card.id, !mayWrite)
  const selected = useIsSelected(card.id)
  const renaming = useIsRenaming(card.id)
  const onClick = useSelectByClick(card.id)
  const carried = carry.held?.cardId === card.id
  const isDone = card.completedAt !== null
  const isPressing = card.priority === 'urgent' || card.priority === 'high'
  const isLate = !isDone && day !== null && day < today
  return (
    <li
      ref={ref}
      data-card={card.id}
      data-selected={selected || undefined}
      className={classes(
        'group relative flex min-h-6 items-center gap-1 rounded-sm border py-0.5 pr-1 pl-2 text-sm hover:border-line-strong pointer-coarse:min-h-11',
        menuPlace(day).room,
        carried ? 'z-10 border-focus outline-2 outline-focus' : selected ? 'border-accent' : 'border-line',
        carried && 'shadow-floating',
        isDragging ? 'border-dashed *:opacity-0' : selected ? 'bg-accent-soft' : !isDone && 'bg-surface',
      )}
    >
      {card.session && <Rail tone={toneOf(card.session)} isLow />}
      {renaming ? (
        <TitleField card={card} />
      ) : (
        <div
          className={classes(
            'line-clamp-2 min-w-0 flex-1 text-ellipsis leading-snug [overflow-wrap:anywhere]',
            day !== null && 'md:@max-[58rem]:line-clamp-3',
          )}
        >
          {/* One block: the lines are counted in it, and the mark begins the first of them. */}
          <div>
            {isPressing && (
              <span className={classes('mr-1 inline-block align-[-1px]', menuPlace(day).mark)}>
                <PriorityMark priority={card.priority} />
              </span>
            )}
            <CardLink
              boardId={board.id}
              cardKey={card.key}
              draggable={false}
              title={card.title}
              aria-describedby={mayWrite ? 'due-hint' : undefined}
              onClick={onClick}
              onKeyDown={(event) => carry.onKeyDown(event, card)}
              onBlur={() => carry.onBlur(card.id)}
              className={classes(
                'select-none after:absolute after:inset-0 after:rounded-sm focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus',
                isDone ? 'text-ink-3 line-through decoration-1' : isLate && 'text-danger',
              )}
            >
              {card.title}
            </CardLink>
          </div>
        </div>
      )}
      {selected && <Selected />}
      {mayWrite && !renaming && <DueMenu card={card} day={day} />}
    </li>
  )
})

/** For screen readers, because only the colour of the card shows it. */
function Selected() {
  const t = useTranslations('card')
  return <span className="sr-only">{t('selected')}</span>
}

/** On touch screens the button stands beside the title; in the column of a day, which is too narrow for both, below it with the mark. */
const menuPlace = (day: string | null) =>
  day === null
    ? { room: 'pointer-coarse:pr-11', button: 'pointer-coarse:h-11!', mark: '' }
    : {
        room: 'max-md:pointer-coarse:pr-11 md:pointer-coarse:pb-8',
        button: 'max-md:pointer-coarse:h-11! md:pointer-coarse:bottom-0 md:pointer-coarse:h-9!',
        mark: 'md:pointer-coarse:absolute md:pointer-coarse:bottom-3 md:pointer-coarse:left-2',
      }

/** The menu of a tile, below what dragging does here. */
function DueMenu({ card, day }: Props) {
  const [t, words] = [useTranslations('views.calendar'), useTranslations('card')]
  const { setDay } = useCalendar()
  const [button, setButton] = useState<Element | null>(null)
  const trigger = (
    <IconButton
      ref={setButton}
      size="sm"
      // A card is one stop of the Tab key: its own key opens the menu.
      tabIndex={-1}
      label={words('menu', { key: card.key })}
      icon={<Ellipsis size={14} aria-hidden />}
      className={classes(
        'absolute! right-0 h-5! w-6! bg-surface opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:w-11! pointer-coarse:bg-transparent pointer-coarse:opacity-100',
        menuPlace(day).button,
      )}
    />
  )
  return (
    <Menu trigger={trigger}>
      {day !== null && (
        <>
          <MenuItem icon={<ChevronRight size={15} aria-hidden />} onClick={() => setDay(card.id, addDays(day, 1))}>
            {t('dayLater')}
          </MenuItem>
          <MenuItem icon={<ChevronsRight size={15} aria-hidden />} onClick={() => setDay(card.id, addDays(day, 7))}>
            {t('weekLater')}
          </MenuItem>
          <MenuItem icon={<CalendarX size={15} aria-hidden />} onClick={() => setDay(card.id, null)}>
            {t('remove')}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <CardActs cards={[card]} anchor={button} />
    </Menu>
  )
}
