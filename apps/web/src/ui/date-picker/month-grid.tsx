import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { addDays, addMonths, firstWeekday, monthOf, weeksOf } from '../days.ts'

type Props = {
  month: string
  onMonth: (month: string) => void
  chosen: string | null
  today: string
  /** Days before it cannot be picked. */
  earliest: string
  onPick: (day: string) => void
}

type Shown = { weekday?: 'long' | 'short'; day?: 'numeric'; month?: 'long'; year?: 'numeric' }

/** One month as a grid: arrows move by days and weeks, Home and End within the week, Page Up and Down by months, with Shift by years. */
export function MonthGrid({ month, onMonth, chosen, today, earliest, onPick }: Props) {
  const format = useFormatter()
  const title = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [walked, setWalked] = useState<string | null>(null)
  const weeks = weeksOf(month, firstWeekday(useLocale(), navigator.languages))
  const [first = `${month}-01`] = [walked, chosen, today].filter((day) => day !== null && monthOf(day) === month)
  useEffect(() => {
    if (walked !== null) focusDay(grid.current)
  }, [walked])
  const walk = (event: KeyboardEvent) => {
    const day = stepFrom(first ?? '', event, weeks)
    if (day === undefined) return
    event.preventDefault()
    onMonth(monthOf(day))
    setWalked(day)
  }
  const named = (day: string, how: Shown) => format.dateTime(new Date(day), { timeZone: 'UTC', ...how })
  return (
    <>
      <Head id={title} name={named(`${month}-01`, { month: 'long', year: 'numeric' })} month={month} onMonth={onMonth} />
      {/* A table with arrow navigation has the role grid. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} role="grid" aria-labelledby={title} onKeyDown={walk} className="w-full table-fixed text-center tabular-nums">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={named(day, { weekday: 'long' })} className="h-7 font-normal text-ink-3 text-xs">
                {named(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === chosen} className="p-0">
                  <button
                    type="button"
                    data-date={day}
                    tabIndex={day === first ? 0 : -1}
                    aria-label={named(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                    aria-current={day === today ? 'date' : undefined}
                    // Not disabled: the arrows walk over it.
                    aria-disabled={day < earliest || undefined}
                    onClick={() => onPick(day)}
                    className={classes(
                      'h-8 w-full rounded-sm pointer-coarse:h-11',
                      day === chosen ? 'bg-accent font-medium text-on-accent' : 'hover:bg-hover',
                      day !== chosen && day === today && 'font-semibold text-accent',
                      day !== chosen && day !== today && monthOf(day) !== month && 'text-ink-3',
                      day < earliest && 'opacity-50',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The day that has the focus. */
export const focusDay = (within: Element | null): void => within?.querySelector<HTMLElement>('[data-date][tabindex="0"]')?.focus()

function stepFrom(day: string, { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, weeks: readonly string[][]): string | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  const week = weeks.find((one) => one.includes(day))
  const [year, month] = [shiftKey ? 12 : 1, monthOf(day)]
  const days: Record<string, () => string | undefined> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => week?.[0],
    End: () => week?.at(-1),
    PageUp: () => inMonth(addMonths(month, -year), day),
    PageDown: () => inMonth(addMonths(month, year), day),
  }
  return days[key]?.()
}

/** The same day of another month, or its last one. */
function inMonth(month: string, day: string): string {
  const [same, last] = [`${month}-${day.slice(8)}`, addDays(`${addMonths(month, 1)}-01`, -1)]
  return same < last ? same : last
}

function Head({ id, name, month, onMonth }: { id: string; name: string; month: string; onMonth: (month: string) => void }) {
  const t = useTranslations('dates')
  return (
    <div className="flex items-center gap-1">
      <p id={id} aria-live="polite" className="flex-1 pl-2.5 font-medium">
        {name}
      </p>
      <IconButton
        size="sm"
        label={t('previous')}
        icon={<ChevronLeft size={16} aria-hidden />}
        onClick={() => onMonth(addMonths(month, -1))}
      />
      <IconButton size="sm" label={t('next')} icon={<ChevronRight size={16} aria-hidden />} onClick={() => onMonth(addMonths(month, 1))} />
    </div>
  )
}
