import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { timesQuery } from '../../../api/automation-queries.ts'
import { useFailureText } from '../../../api/failure.ts'
import { classes } from '../../../ui/classes.ts'
import { TimeInput } from '../../../ui/form/time-field.tsx'
import { Choice, lineClasses } from '../automation/choice.tsx'
import { useBoardSettings } from '../board-context.ts'
import type { Schedule } from './draft.ts'
import { useWeekdays } from './rule-words.tsx'
import { cronOf, type Rhythm, rhythms, type Timing, timingOf } from './schedule-presets.ts'

const days = Array.from({ length: 31 }, (_, at) => [String(at + 1), String(at + 1)] as const)

type Props = { schedule: Schedule; onChange: (schedule: Schedule) => void }

/** The schedule of a rule, in words or as a cron expression, with its next times. */
export function SchedulePart({ schedule, onChange }: Props) {
  const t = useTranslations('automation.schedule')
  const read = timingOf(schedule.cron)
  // Stays a cron expression even if it equals one of the other choices.
  const [isCustom, setCustom] = useState(read.rhythm === 'custom')
  const timing: Timing = isCustom ? { ...read, rhythm: 'custom' } : read
  const put = (change: Partial<Timing>) => onChange({ ...schedule, cron: cronOf({ ...timing, ...change }) })
  const turn = (rhythm: Rhythm) => {
    setCustom(rhythm === 'custom')
    put({ rhythm })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <Choice
          label={t('rhythm')}
          value={timing.rhythm}
          choices={rhythms.map((rhythm) => [rhythm, t(`rhythms.${rhythm}`)])}
          onChange={(rhythm) => turn(rhythms.find((one) => one === rhythm) ?? 'day')}
        />
        <Details timing={timing} put={put} />
        <ZoneInput zone={schedule.timezone} onChange={(timezone) => onChange({ ...schedule, timezone })} />
      </div>
      <NextTimes schedule={schedule} />
    </>
  )
}

function Details({ timing, put }: { timing: Timing; put: (change: Partial<Timing>) => void }) {
  const t = useTranslations('automation.schedule')
  const weekdays = useWeekdays()
  const { rhythm, time, weekday, day, cron } = timing
  if (rhythm === 'custom')
    return (
      <input
        aria-label={t('cron')}
        value={cron}
        maxLength={100}
        spellCheck={false}
        placeholder="0 9 * * 1-5"
        onChange={(event) => put({ cron: event.target.value })}
        className={classes(lineClasses, 'w-44 font-mono')}
      />
    )
  return (
    <>
      {rhythm === 'week' && (
        <Choice
          label={t('weekday')}
          value={String(weekday)}
          choices={[1, 2, 3, 4, 5, 6, 0].map((at) => [String(at), weekdays[at] ?? ''])}
          onChange={(next) => put({ weekday: Number(next) })}
        />
      )}
      {rhythm === 'month' && <Choice label={t('day')} value={String(day)} choices={days} onChange={(next) => put({ day: Number(next) })} />}
      <span className="text-ink-2">{rhythm === 'hour' ? t('atMinute') : t('at')}</span>
      {rhythm === 'hour' ? (
        <input
          aria-label={t('minute')}
          type="number"
          min={0}
          max={59}
          value={Number(time.slice(3))}
          onChange={(event) => put({ time: `00:${String(Math.min(59, Math.max(0, event.target.valueAsNumber || 0))).padStart(2, '0')}` })}
          className={classes(lineClasses, 'w-16')}
        />
      ) : (
        <TimeInput
          label={t('time')}
          time={time}
          required
          onTime={(next) => next !== '' && put({ time: next })}
          className={classes(lineClasses, 'w-28 tabular-nums')}
        />
      )}
    </>
  )
}

function ZoneInput({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const t = useTranslations('automation.schedule')
  const id = useId()
  // There are hundreds of zones, so they are rendered only while one is chosen.
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <input
        aria-label={t('zone')}
        list={id}
        value={zone}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => setChoosing(true)}
        onChange={(event) => onChange(event.target.value)}
        className={classes(lineClasses, 'w-44')}
      />
      <datalist id={id}>
        {(choosing ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** Computed by the service, because the service runs the rule. */
function NextTimes({ schedule: { cron, timezone } }: { schedule: Schedule }) {
  const t = useTranslations('automation.schedule')
  const text = useFailureText()
  const format = useFormatter()
  const { board } = useBoardSettings()
  const times = useQuery({ ...timesQuery(board.id, cron.trim(), timezone), placeholderData: (before) => before })
  if (times.isError) return <p className="text-danger text-sm">{text(times.error)}</p>
  const shown = times.data?.map((at) => {
    const dateStyle = { dateStyle: 'full', timeStyle: 'short', timeZone: timezone } as const
    return [at, format.dateTime(new Date(at), dateStyle)] as const
  })
  return (
    <div className="text-sm">
      <p className="text-ink-3">{t('next')}</p>
      <ul aria-label={t('next')} className="mt-0.5 min-h-[5.625rem] text-ink-2 tabular-nums">
        {shown?.map(([at, words]) => (
          <li key={at}>{words}</li>
        ))}
      </ul>
    </div>
  )
}
