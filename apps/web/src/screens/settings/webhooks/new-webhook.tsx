import type { OutputOf } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { EventsPicker, isPicked } from './events-picker.tsx'

type Made = OutputOf<'webhook.create'>['webhook']

export function NewWebhookForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const t = useTranslations('automation.webhooks')
  const { board } = useBoardSettings()
  const [events, setEvents] = useState<string[]>(['*'])
  const form = useForm(async ({ url = '' }) => {
    const { webhook } = await api.call('webhook.create', { boardId: board.id, url, events })
    await queryClient.invalidateQueries({ queryKey: ['webhooks', board.id] })
    onMade(webhook)
  })
  return (
    <form aria-label={t('new')} className="grid gap-4 rounded-lg border border-line bg-surface p-4" onSubmit={form.submit}>
      <Field
        label={t('url')}
        name="url"
        type="url"
        required
        autoFocus
        maxLength={2_048}
        placeholder={t('urlExample')}
        hint={t('urlHint')}
        problem={form.problemOf('url')}
      />
      <EventsPicker events={events} onChange={setEvents} />
      <Problem text={form.problem ?? form.problemOf('events')} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={!isPicked(events)}>
          {t('make')}
        </Button>
      </div>
    </form>
  )
}
