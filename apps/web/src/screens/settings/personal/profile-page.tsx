import type { Me } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { meQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { useOvertaken } from '../../../ui/form/use-overtaken.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Page } from '../page.tsx'
import { PictureField } from '../picture-field.tsx'
import { SaveLine } from '../save-line.tsx'

/** My profile, as others see it, and my time zone. */
export function ProfilePage() {
  const t = useTranslations('settings.profile')
  const me = useQuery(meQuery)
  if (!me.data) return <PagePending />
  return (
    <Page title={t('title')} intro={t('intro')}>
      <ProfileForm me={me.data} />
    </Page>
  )
}

function ProfileForm({ me }: { me: Me }) {
  const t = useTranslations('settings.profile')
  const a = useTranslations('auth')
  const [saved, setSaved] = useState(false)
  const edits = useEdits({ name: me.name, handle: me.handle, timezone: me.timezone })
  const guarded = useOvertaken(edits, readMe)
  const form = useForm(async () => {
    const { name, handle } = edits.changed
    const input = {
      ...edits.changed,
      ...(name !== undefined && { ifName: edits.began.name }),
      ...(handle !== undefined && { ifHandle: edits.began.handle }),
    }
    if (!(await guarded.send(() => api.call('me.update', input)))) return
    edits.finish(edits.values)
    setSaved(true)
  })
  const { values, set } = edits
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <form className="grid max-w-md gap-4" onSubmit={form.submit}>
      <PictureField
        face={{ ...me, name: values.name || me.name }}
        onChoose={(file) => api.call('me.setAvatar', { file }).then(readMe)}
        onRemove={() => api.call('me.update', { avatarUrl: null }).then(readMe)}
      />
      <div>
        <p className="font-medium text-ink-2 text-sm">{a('email')}</p>
        <p className="truncate">{me.email}</p>
      </div>
      <Field
        label={t('name')}
        required
        maxLength={200}
        autoComplete="name"
        value={values.name}
        onChange={(event) => set('name', event.target.value)}
        problem={form.problemOf('name')}
      />
      {guarded.notice('name')}
      <Field
        label={t('handle')}
        hint={t('handleHint', { handle: values.handle })}
        required
        maxLength={39}
        pattern="[a-z0-9][a-z0-9\-]*"
        autoComplete="off"
        value={values.handle}
        onChange={(event) => set('handle', event.target.value.toLowerCase())}
        problem={form.problemOf('handle')}
      />
      {guarded.notice('handle')}
      <div className="grid gap-1">
        <Select
          label={t('timezone')}
          value={values.timezone}
          onChange={(zone) => set('timezone', zone)}
          choices={zonesWith(values.timezone).map((zone) => [zone, zone.replaceAll('_', ' ')])}
        />
        <p className="text-ink-3 text-sm">{t('timezoneHint')}</p>
        {here !== values.timezone && (
          <Button size="sm" variant="quiet" className="-ml-2 justify-self-start" onClick={() => set('timezone', here)}>
            {t('useHere', { zone: here.replaceAll('_', ' ') })}
          </Button>
        )}
      </div>
      <Problem text={form.problem} />
      <SaveLine form={form} isChanged={edits.isChanged} isSaved={saved} onCancel={edits.forget} />
    </form>
  )
}

const readMe = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })

const zonesWith = (zone: string): string[] => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort()
