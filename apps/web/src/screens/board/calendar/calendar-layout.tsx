import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { useFormatter, useLocale, useNow, useTimeZone, useTranslations } from 'use-intl'
import { DayDnd } from '../../../dnd/day-dnd.tsx'
import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import { keptBoard } from '../../../live/board-query.ts'
import { itemsOf } from '../../../mutations/change-cards.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { addMonths, dayOf, dueOn, firstWeekday, monthOf, weeksOf } from '../../../ui/days.ts'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { useDay } from '../../../ui/time.tsx'
import { useBoardFrame } from '../board-context.ts'
import { useEditCards } from '../bulk/use-bulk.ts'
import type { LayoutProps } from '../filter/board-body.tsx'
import { type CalendarFrame, CalendarProvider } from './calendar-context.ts'
import { DayCell } from './day-cell.tsx'
import { Undated, undatedPlace } from './undated.tsx'
import { useDueCarry } from './use-due-carry.ts'

/** Cards by their due dates, in the reader's time zone. On a phone a list of the days that have cards. */
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
  const { mayWrite, selection } = useBoardFrame()
  const timeZone = useTimeZone() ?? 'UTC'
  const today = dayOf(useNow({ updateInterval: minuteMs }), timeZone)
  const month = display.month ?? monthOf(today)
  const setDay = useSetDay(board.id, timeZone)
  const nameOf = useDayName()
  const showDay = (day: string) => monthOf(day) !== month && display.showMonth(monthOf(day))
  const homeOf = (card: CardModel) => (card.dueAt === null ? null : dayOf(card.dueAt, timeZone))
  // A card that is dragged out of a selection takes the others along.
  const drop = (cardId: string, day: string | null) => setDay(selection.ids().has(cardId) ? [...selection.ids()] : [cardId], day)
  const carry = useDueCarry({ today, mayWrite, homeOf, nameOf, show: showDay, onDrop: drop })
  const { dated, undated } = useMemo(() => byDay(shown.lists, timeZone, carry.held), [shown.lists, timeZone, carry.held])
  const frame: CalendarFrame = { today, carry, setDay: (cardId, day) => setDay([cardId], day) }
  const weeks = weeksOf(month, useFirstWeekday())
  const isEmpty = !weeks.flat().some((day) => monthOf(day) === month && dated.has(day))
  return (
    <CalendarProvider value={frame}>
      <DayDnd disabled={!mayWrite} onDrop={(cardId, day) => drop(cardId, day === undatedPlace ? null : day)}>
        <div className="@container flex min-h-0 flex-1 flex-col">
          <div
            data-calendar
            className="flex min-h-0 flex-1 gap-4 px-3 pb-3 max-md:block max-md:overflow-y-auto md:px-5 md:pb-5 md:@max-[58rem]:flex-col md:@max-[58rem]:gap-3"
          >
            <section aria-label={t('month')} className="flex min-h-0 min-w-0 flex-1 flex-col">
              <MonthHead month={month} thisMonth={monthOf(today)} onShow={display.showMonth} />
              <Weekdays week={weeks[0] ?? []} />
              <ol className="grid min-h-0 auto-rows-[minmax(6.5rem,auto)] overflow-y-auto rounded-b-md border-line md:grid-cols-7 md:border-l max-md:auto-rows-auto md:@max-[58rem]:flex-1 md:@max-[58rem]:auto-rows-[minmax(max-content,1fr)]">
                {weeks.flat().map((day) => (
                  <DayCell key={day} day={day} month={month} cards={dated.get(day) ?? []} />
                ))}
              </ol>
              {isEmpty && <p className="py-2 text-ink-2 md:hidden">{t('nothing')}</p>}
            </section>
            <Undated cards={undated} />
          </div>
        </div>
        <p id="due-hint" hidden>
          {t('hint')}
        </p>
        <div role="status" aria-live="assertive" className="sr-only">
          {carry.announcement}
        </div>
      </DayDnd>
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

/** Each card keeps its time of day; one without a date becomes due at the end of the day. Without a network, the change waits. */
function useSetDay(boardId: string, timeZone: string): (cardIds: readonly string[], day: string | null) => void {
  const [t, act] = [useTranslations('views.calendar'), useTranslations('act')]
  const editCards = useEditCards(boardId)
  const nameOf = useDayName()
  return (cardIds, day) => {
    const cards = keptBoard(boardId)?.lists.flatMap((list) => list.cards.filter(({ id }) => cardIds.includes(id))) ?? []
    const moved = cards.filter(({ dueAt }) => day !== (dueAt === null ? null : dayOf(dueAt, timeZone)))
    const [first] = moved
    if (!first) return
    const show = new Map(moved.map(({ id, dueAt }) => [id, { dueAt: day === null ? null : dueOn(day, dueAt, timeZone) }]))
    const said = day === null ? t('removed', { key: first.key }) : t('moved', { key: first.key, day: nameOf(day) })
    void editCards(itemsOf([...show.keys()]), {
      show,
      calls: ({ cardId }) => [{ name: 'card.update', input: { cardId, ...show.get(cardId) } }],
      title: (count) => (moved.length > 1 ? act('dueChanged', { count }) : said),
    })
  }
}

function useDayName(): (day: string) => string {
  const dayName = useDay()
  return (day) => dayName(day, 'long')
}

function useFirstWeekday(): number {
  const locale = useLocale()
  return firstWeekday(locale, navigator.languages)
}

/** Cards by due day, earliest first; those without one separately. Completed cards come last. */
type ByDay = { dated: ReadonlyMap<string, readonly CardModel[]>; undated: readonly CardModel[] }

/** `held` is shown at its current position. */
function byDay(lists: BoardModel['lists'], timeZone: string, held: { cardId: string; day: string } | null): ByDay {
  const cards = lists.flatMap((list) => list.cards)
  const placed = cards.map((card) => ({ card, day: dayShown(card, timeZone, held) }))
  const dated = Map.groupBy(
    placed.filter(({ day }) => day !== null).sort((one, other) => timeOf(one.card) - timeOf(other.card)),
    ({ day }) => day ?? '',
  )
  return {
    dated: new Map([...dated].map(([day, ofDay]) => [day, ofDay.map(({ card }) => card)])),
    undated: placed
      .filter(({ day }) => day === null)
      .map(({ card }) => card)
      .sort((one, other) => Number(one.completedAt !== null) - Number(other.completedAt !== null)),
  }
}

function dayShown(card: CardModel, timeZone: string, held: { cardId: string; day: string } | null): string | null {
  if (held?.cardId === card.id) return held.day
  return card.dueAt === null ? null : dayOf(card.dueAt, timeZone)
}

const timeOf = (card: CardModel): number => (card.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(card.dueAt))

/** The chooser of the month. */
function MonthHead({ month, thisMonth, onShow }: { month: string; thisMonth: string; onShow: (month: string) => void }) {
  const t = useTranslations('views.calendar')
  const format = useFormatter()
  return (
    <div data-commands className="flex shrink-0 items-center gap-1 pb-2">
      <h2 aria-live="polite" className="mr-2 min-w-36 font-semibold text-md">
        {format.dateTime(new Date(`${month}-01`), { timeZone: 'UTC', month: 'long', year: 'numeric' })}
      </h2>
      <IconButton
        size="sm"
        label={t('previous')}
        icon={<ChevronLeft size={16} aria-hidden />}
        onClick={() => onShow(addMonths(month, -1))}
      />
      <IconButton size="sm" label={t('next')} icon={<ChevronRight size={16} aria-hidden />} onClick={() => onShow(addMonths(month, 1))} />
      <Button size="sm" variant="quiet" disabled={month === thisMonth} onClick={() => onShow(thisMonth)}>
        {t('today')}
      </Button>
    </div>
  )
}
