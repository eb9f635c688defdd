import { type Ref, useId, useRef, useState } from 'react'
import { useFormatter, useTimeZone, useTranslations } from 'use-intl'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { addDays, dayOf, monthOf, timeOf, weekdayOf } from '../days.ts'
import { inputClasses } from '../form/field.tsx'
import { TimeInput } from '../form/time-field.tsx'
import { useDay, useMinute } from '../time.tsx'
import { focusDay, MonthGrid } from './month-grid.tsx'
import { parseWhen, type When } from './parse.ts'
import { dateWords } from './words.ts'

export type DatePanelProps = {
  /** The current value. */
  when: When | null
  /** Whether a time of day can be chosen too. */
  takesTime?: boolean
  /** Whether *No date* can be chosen: of several cards, some may have a date. */
  canClear?: boolean
  /** Whether there must be a date: *No date* is not offered. */
  isRequired?: boolean | undefined
  /** Whether days of the past are wanted: what is typed, proposed and hinted at is about them. */
  prefersPast?: boolean | undefined
  /** The first day that can be chosen. */
  earliest?: string | undefined
  onPick: (when: When | null) => void
}

export function DatePanel(props: DatePanelProps) {
  const { when, takesTime = false, canClear = when !== null, isRequired, prefersPast = false, earliest = '', onPick } = props
  const t = useTranslations('dates')
  const dayName = useDay()
  const grid = useRef<HTMLDivElement>(null)
  const { today, read, say } = useDates(prefersPast)
  const [typed, setTyped] = useState('')
  const [time, setTime] = useState(when?.time ?? '')
  const [month, setMonth] = useState(monthOf(when?.day ?? today))
  const found = read(typed)
  const isEarly = found !== undefined && found.day < earliest
  const meant = isEarly ? undefined : found
  const timeForm = useRef<HTMLFormElement>(null)
  const pick = (day: string, said: string | null = null) => {
    // A text that is no time is not left out: its field gets the focus and says so.
    if (day < earliest || (said === null && timeForm.current?.reportValidity() === false)) return
    onPick({ day, time: takesTime ? (said ?? (time === '' ? null : time)) : null })
  }
  const type = (text: string) => {
    setTyped(text)
    const next = read(text)
    if (next) setMonth(monthOf(next.day))
  }
  return (
    <div className="grid gap-2">
      <Words
        text={typed}
        meant={meant && say(takesTime ? meant : { ...meant, time: null })}
        hint={t(prefersPast ? 'hintPast' : 'hint')}
        wrong={isEarly ? t('tooEarly', { day: dayName(earliest, 'long') }) : t(prefersPast ? 'notAPastDate' : 'notADate')}
        onType={type}
        onKeep={() => meant && pick(meant.day, meant.time)}
        onDown={() => focusDay(grid.current)}
      />
      <Presets
        days={prefersPast ? pastPresets(today) : futurePresets(today)}
        earliest={earliest}
        onDay={pick}
        canClear={canClear}
        onNone={isRequired ? undefined : () => onPick(null)}
      />
      <div ref={grid}>
        <MonthGrid
          month={month}
          onMonth={setMonth}
          chosen={meant?.day ?? when?.day ?? null}
          today={today}
          earliest={earliest}
          onPick={pick}
        />
      </div>
      {takesTime && <Time form={timeForm} time={time} onTime={setTime} onKeep={() => pick(meant?.day ?? when?.day ?? today)} />}
    </div>
  )
}

/** The user's date context: today, the meaning of typed words, and the format of dates. */
function useDates(prefersPast: boolean) {
  const t = useTranslations('dates')
  const format = useFormatter()
  const { locale } = useLocaleChoice()
  const timeZone = useTimeZone() ?? 'UTC'
  const dayName = useDay()
  const now = useMinute()
  const today = dayOf(now, timeZone)
  const monthFirst = isMonthFirst(navigator.language)
  return {
    today,
    read: (text: string) =>
      parseWhen(text, dateWords(locale), { today, now: timeOf(now.toISOString(), timeZone).slice(0, 5), monthFirst, prefersPast }),
    say({ day, time }: When) {
      const name = dayName(day, 'long')
      if (time === null) return name
      return t('at', { day: name, time: format.dateTime(new Date(`${day}T${time}Z`), { timeZone: 'UTC', timeStyle: 'short' }) })
    },
  }
}

/** Whether a date is written as 12/24 in that language. */
const isMonthFirst = (language: string): boolean => /^\D*12\D/.test(new Date(2020, 11, 24).toLocaleDateString(language))

type WordsProps = {
  text: string
  meant: string | undefined
  hint: string
  wrong: string
  onType: (text: string) => void
  onKeep: () => void
  onDown: () => void
}

/** A text field, and below it the date that the text means. */
function Words({ text, meant, hint, wrong, onType, onKeep, onDown }: WordsProps) {
  const t = useTranslations('dates')
  const id = useId()
  const isNone = text.trim() !== '' && meant === undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // For React, events of a popover bubble into the forms of the card, though it is elsewhere in the document.
        event.stopPropagation()
        onKeep()
      }}
    >
      <input
        aria-label={t('typed')}
        aria-invalid={isNone || undefined}
        aria-describedby={id}
        placeholder={hint}
        autoComplete="off"
        // Loaded after the popover has opened, which would otherwise have focused it. Not on touch screens, where the keyboard would cover
        // the calendar.
        autoFocus={!matchMedia('(pointer: coarse)').matches}
        maxLength={60}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onDown()
        }}
        className={classes(inputClasses, 'h-8 pointer-coarse:h-11')}
      />
      <p id={id} role="status" className={classes('min-h-4.5 pt-1 text-sm', isNone ? 'text-danger' : 'font-medium text-accent')}>
        {isNone ? wrong : meant}
      </p>
    </form>
  )
}

const futurePresets = (today: string) =>
  [
    ['today', today],
    ['tomorrow', addDays(today, 1)],
    ['nextWeek', addDays(today, 8 - weekdayOf(today))],
  ] as const

const pastPresets = (today: string) =>
  [
    ['today', today],
    ['yesterday', addDays(today, -1)],
    ['lastWeek', addDays(today, -6 - weekdayOf(today))],
  ] as const

type PresetProps = {
  days: ReturnType<typeof futurePresets | typeof pastPresets>
  earliest: string
  canClear: boolean
  onDay: (day: string) => void
  onNone: (() => void) | undefined
}

function Presets({ days, earliest, canClear, onDay, onNone }: PresetProps) {
  const t = useTranslations('dates')
  return (
    <div className="grid grid-cols-2 gap-1 [&>:last-child:nth-child(odd)]:col-span-2">
      {days.map(([name, day]) => (
        <Button key={name} size="sm" disabled={day < earliest} onClick={() => onDay(day)}>
          {t(name)}
        </Button>
      ))}
      {onNone && (
        <Button size="sm" disabled={!canClear} onClick={onNone}>
          {t('noDate')}
        </Button>
      )}
    </div>
  )
}

type TimeProps = { form: Ref<HTMLFormElement>; time: string; onTime: (time: string) => void; onKeep: () => void }

function Time({ form, time, onTime, onKeep }: TimeProps) {
  const t = useTranslations('dates')
  return (
    <form
      ref={form}
      className="grid grid-cols-[1fr_auto] items-start gap-2 border-line border-t pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onKeep()
      }}
    >
      <TimeInput label={t('time')} time={time} onTime={onTime} className={classes(inputClasses, 'h-8 tabular-nums pointer-coarse:h-11')} />
      <Button type="submit" size="sm" className="h-8!">
        {t('setTime')}
      </Button>
    </form>
  )
}
