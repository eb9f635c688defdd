import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useIsOver } from '../../../dnd/day-dnd.tsx'
import type { CardModel } from '../../../live/board-model.ts'
import { classes } from '../../../ui/classes.ts'
import { monthOf } from '../../../ui/days.ts'
import { useDay } from '../../../ui/time.tsx'
import { useCalendar } from './calendar-context.ts'
import { DueCard } from './due-card.tsx'

type Props = { day: string; month: string; cards: readonly CardModel[] }

const mostShown = 6

/** On a phone a day without a card is left out, unless it is today. */
export function DayCell({ day, month, cards }: Props) {
  const t = useTranslations('views.calendar')
  const format = useFormatter()
  const { today, carry } = useCalendar()
  const isDropTarget = useIsOver(day)
  const [all, setAll] = useState(false)
  const isToday = day === today
  const isOutside = monthOf(day) !== month
  const name = useDay()(day, 'long')
  const shown = all || cards.length <= mostShown + 1 || carry.held?.day === day ? cards : cards.slice(0, mostShown)
  return (
    <li
      data-day={day}
      aria-label={isToday ? t('isToday', { day: name }) : name}
      aria-current={isToday ? 'date' : undefined}
      className={classes(
        'flex min-h-26 min-w-0 flex-col gap-1 border-line p-1 max-md:min-h-0 max-md:gap-1.5 max-md:py-2 md:@max-[58rem]:min-h-20 md:border-r md:border-b',
        isOutside && 'max-md:hidden md:bg-sunken/60',
        cards.length === 0 && !isToday && 'max-md:hidden',
        isDropTarget && 'bg-accent-soft!',
      )}
    >
      <p aria-hidden className={classes('flex items-center gap-1.5 px-0.5 text-sm tabular-nums', isOutside ? 'text-ink-3' : 'text-ink-2')}>
        <span
          className={classes(
            isToday && '-ml-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 font-medium text-on-accent',
          )}
        >
          {Number(day.slice(8))}
        </span>
        <span className="font-medium md:hidden">{format.dateTime(new Date(day), { timeZone: 'UTC', weekday: 'long' })}</span>
      </p>
      {cards.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5 max-md:gap-1.5">
          {shown.map((card) => (
            <DueCard key={card.id} card={card} day={day} />
          ))}
        </ul>
      )}
      {cards.length > mostShown + 1 && (
        <button
          type="button"
          onClick={() => setAll(!all)}
          className="self-start rounded-sm px-1 text-ink-2 text-sm hover:bg-hover pointer-coarse:h-11"
        >
          {all ? t('fewer') : t('more', { count: cards.length - mostShown })}
        </button>
      )}
    </li>
  )
}
