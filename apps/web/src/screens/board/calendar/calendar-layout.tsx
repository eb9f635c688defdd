import { useMemo, useState } from 'react'
import { useFormatter, useLocale, useNow, useTimeZone, useTranslations } from 'use-intl'
import { DayDnd } from '../../../dnd/day-dnd.tsx'
import { type CardModel, findCard } from '../../../live/board-model.ts'
import { keptBoard, showCard } from '../../../live/board-query.ts'
import { useOfferUndo } from '../../../mutations/undo.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { AreaTexts } from '../../../ui/area-texts.tsx'
import { useBoardFrame } from '../board-context.ts'
import type { LayoutProps } from '../filter/board-body.tsx'
import { byDay } from './by-day.ts'
import { type CalendarFrame, CalendarProvider } from './calendar-context.ts'
import { DayCell } from './day-cell.tsx'
import { dayOf, dueOn, firstWeekday, monthOf, weeksOf } from './days.ts'
import { DueDialog } from './due-dialog.tsx'
import { MonthHead } from './month-head.tsx'
import { Undated, undatedPlace } from './undated.tsx'
import { useDueCarry } from './use-due-carry.ts'

/** Cards on the days that they are due, in the time zone of who looks. On a phone a list of the days that have cards. */
export function CalendarLayout(props: LayoutProps) {
  return (
    <AreaTexts area="views">
      <Calendar {...props} />
    </AreaTexts>
  )
}

const minuteMs = 60_000

function Calendar({ board, display, shown }: LayoutProps) {
  const t = useTranslations('views.calendar')
  const { mayWrite } = useBoardFrame()
  const [askingId, setAskingId] = useState<string | null>(null)
  const timeZone = useTimeZone() ?? 'UTC'
  const today = dayOf(useNow({ updateInterval: minuteMs }), timeZone)
  const month = display.month ?? monthOf(today)
  const setDay = useSetDay(board.id, timeZone)
  const nameOf = useDayName()
  const showDay = (day: string) => monthOf(day) !== month && display.showMonth(monthOf(day))
  const homeOf = (card: CardModel) => (card.dueAt === null ? null : dayOf(card.dueAt, timeZone))
  const carry = useDueCarry({ today, mayWrite, homeOf, nameOf, show: showDay, onDrop: setDay })
  const { dated, undated } = useMemo(() => byDay(shown.lists, timeZone, carry.held), [shown.lists, timeZone, carry.held])
  const frame: CalendarFrame = { timeZone, today, carry, setDay, askDay: setAskingId }
  const asked = askingId === null ? undefined : findCard(board, askingId)
  const weeks = weeksOf(month, useFirstWeekday())
  const isEmpty = !weeks.flat().some((day) => monthOf(day) === month && dated.has(day))
  return (
    <CalendarProvider value={frame}>
      <DayDnd disabled={!mayWrite} onDrop={(cardId, day) => setDay(cardId, day === undatedPlace ? null : day)}>
        <div data-calendar className="flex min-h-0 flex-1 gap-4 px-3 pb-3 max-md:block max-md:overflow-y-auto md:px-5 md:pb-5">
          <section aria-label={t('month')} className="flex min-h-0 min-w-0 flex-1 flex-col">
            <MonthHead month={month} thisMonth={monthOf(today)} onShow={display.showMonth} />
            <Weekdays week={weeks[0] ?? []} />
            <ol className="grid min-h-0 auto-rows-[minmax(7rem,auto)] overflow-y-auto rounded-b-md border-line md:grid-cols-7 md:border-l max-md:auto-rows-auto">
              {weeks.flat().map((day) => (
                <DayCell key={day} day={day} month={month} cards={dated.get(day) ?? []} />
              ))}
            </ol>
            {isEmpty && <p className="py-2 text-ink-2 md:hidden">{t('nothing')}</p>}
          </section>
          <Undated cards={undated} />
        </div>
        <p id="due-hint" hidden>
          {t('hint')}
        </p>
        <div role="status" aria-live="assertive" className="sr-only">
          {carry.announcement}
        </div>
      </DayDnd>
      {asked && <DueDialog card={asked} onClose={() => setAskingId(null)} />}
    </CalendarProvider>
  )
}

function Weekdays({ week }: { week: readonly string[] }) {
  const format = useFormatter()
  return (
    <div aria-hidden className="grid shrink-0 grid-cols-7 rounded-t-md border border-line max-md:hidden">
      {week.map((day) => (
        <span key={day} className="px-1.5 py-1 text-ink-3 text-sm">
          {format.dateTime(new Date(day), { timeZone: 'UTC', weekday: 'short' })}
        </span>
      ))}
    </div>
  )
}

/** Keeps the time of day; what had no date is due until the end of the day. */
function useSetDay(boardId: string, timeZone: string): (cardId: string, day: string | null) => void {
  const t = useTranslations('views.calendar')
  const write = useWrite()
  const offerUndo = useOfferUndo()
  const nameOf = useDayName()
  return (cardId, day) => {
    const board = keptBoard(boardId)
    const card = board && findCard(board, cardId)
    if (!card || day === (card.dueAt === null ? null : dayOf(card.dueAt, timeZone))) return
    const dueAt = day === null ? null : dueOn(day, card.dueAt, timeZone)
    const put = (at: string | null) =>
      write('card.update', { cardId, dueAt: at }, { failed: 'edit', show: () => showCard(boardId, cardId, { dueAt: at }) })
    const title = day === null ? t('removed', { key: card.key }) : t('moved', { key: card.key, day: nameOf(day) })
    const before = card.dueAt
    offerUndo(
      { boardId, undo: async () => (await put(before)) !== null },
      put(dueAt).then((done) => done && { title }),
    )
  }
}

function useDayName(): (day: string) => string {
  const format = useFormatter()
  return (day) => format.dateTime(new Date(day), { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
}

function useFirstWeekday(): number {
  const locale = useLocale()
  return firstWeekday(locale, navigator.languages)
}
