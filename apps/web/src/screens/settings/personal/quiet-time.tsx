import { type NotificationSettings, type QuietTime as Quiet, quietUntil, type Weekday, weekdays } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { meQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { notificationSettingsQuery } from '../../../api/settings-queries.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { goOnAfter } from '../../../ui/focus-after.ts'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { TimeField } from '../../../ui/form/time-field.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { Part } from '../page.tsx'
import { SaveLine } from '../save-line.tsx'

/** A Monday; the names of weekdays are derived from it in the language of the page. */
const aMonday = Date.UTC(2024, 0, 1)
const day = 86_400_000

/** The times without email and push notifications. */
export function QuietTime({ kept }: { kept: Quiet | null }) {
  const t = useTranslations('settings.quiet')
  const me = useQuery(meQuery)
  const zone = me.data?.timezone ?? 'UTC'
  return (
    <Part title={t('title')} intro={t('intro', { zone: zone.replaceAll('_', ' ') })}>
      <QuietForm kept={kept} zone={zone} />
    </Part>
  )
}

function QuietForm({ kept, zone }: { kept: Quiet | null; zone: string }) {
  const t = useTranslations('settings.quiet')
  const [saved, setSaved] = useState(false)
  const edits = useEdits({ from: kept?.from ?? '', to: kept?.to ?? '', days: kept?.days.join(' ') ?? '' })
  const { values, set } = edits
  const days = weekdays.filter((weekday) => values.days.split(' ').includes(weekday))
  const write = useWrite()
  const isEmpty = values.from === '' && values.to === '' && days.length === 0
  const form = useForm(async () => {
    const quiet = isEmpty ? null : { from: values.from || null, to: values.to || null, days }
    keep(await api.call('notification.settings.update', { quiet }))
    edits.forget()
    setSaved(true)
  })
  const switchOff = async (button: Element) => {
    const goOn = goOnAfter(button, 'form', 'input')
    const done = await write('notification.settings.update', { quiet: null }, { failed: 'edit' })
    if (!done) return
    keep(done.answer)
    edits.forget()
    goOn()
  }
  return (
    <form className="grid max-w-md gap-4" onSubmit={form.submit}>
      <State kept={kept} zone={zone} />
      <Hours values={values} set={set} />
      <Days chosen={days} onChange={(chosen) => set('days', weekdays.filter((weekday) => chosen.includes(weekday)).join(' '))} />
      <Problem text={form.problem ?? form.problemOf('quiet')} />
      <SaveLine form={form} isChanged={edits.isChanged} isSaved={saved} onCancel={edits.forget} />
      {kept && (
        <Button size="sm" variant="quiet" className="-ml-2 justify-self-start" onClick={(event) => void switchOff(event.currentTarget)}>
          {t('switchOff')}
        </Button>
      )}
    </form>
  )
}

const keep = (settings: NotificationSettings) => queryClient.setQueryData(notificationSettingsQuery.queryKey, settings)

/** Whether quiet time applies now. */
function State({ kept, zone }: { kept: Quiet | null; zone: string }) {
  const t = useTranslations('settings.quiet')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  const untilMs = kept && quietUntil(kept, zone, now.getTime())
  const shown = { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  if (kept === null) return <p className="text-ink-3 text-sm">{t('none')}</p>
  return <p className="text-ink-2 text-sm">{untilMs === null ? t('notNow') : t('now', { until: format.dateTime(untilMs, shown) })}</p>
}

type HoursProps = { values: { from: string; to: string }; set: (key: 'from' | 'to', value: string) => void }

function Hours({ values, set }: HoursProps) {
  const t = useTranslations('settings.quiet')
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      {(['from', 'to'] as const).map((end) => (
        <TimeField
          key={end}
          label={t(end)}
          required={values.from !== '' || values.to !== ''}
          time={values[end]}
          onTime={(time) => set(end, time)}
        />
      ))}
    </fieldset>
  )
}

function Days({ chosen, onChange }: { chosen: readonly Weekday[]; onChange: (chosen: readonly Weekday[]) => void }) {
  const t = useTranslations('settings.quiet')
  const format = useFormatter()
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('days')}</legend>
      <div className="flex flex-wrap gap-x-4">
        {weekdays.map((weekday, at) => (
          <label key={weekday} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(weekday)}
              onChange={(event) => onChange(event.target.checked ? [...chosen, weekday] : chosen.filter((one) => one !== weekday))}
              className={tickClasses}
            />
            {format.dateTime(aMonday + at * day, { weekday: 'long', timeZone: 'UTC' })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
