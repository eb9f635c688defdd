import type { Webhook } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { SaveLine } from '../save-line.tsx'
import { EventsPicker, isPicked } from './events-picker.tsx'

const inOrder = (events: readonly string[]): string => events.toSorted().join()

/** URL and events: untouched fields follow the changes of others, and are not sent. */
export function AboutWebhook({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const { mayManage } = useBoardSettings()
  const [typed, setTyped] = useState<{ url?: string; events?: string[] }>({})
  const [saved, setSaved] = useState(false)
  const { url = webhook.url, events = webhook.events } = typed
  const isChanged = url !== webhook.url || inOrder(events) !== inOrder(webhook.events)
  const form = useForm(async () => {
    await api.call('webhook.update', { boardId: webhook.boardId ?? '', webhookId: webhook.id, ...typed })
    await queryClient.invalidateQueries({ queryKey: ['webhooks', webhook.boardId] })
    setTyped({})
    setSaved(true)
  })
  return (
    <form className="grid max-w-xl gap-4" onSubmit={form.submit}>
      <fieldset disabled={!mayManage} className="contents">
        <Field
          label={t('url')}
          type="url"
          required
          maxLength={2_048}
          value={url}
          onChange={(event) => setTyped({ ...typed, url: event.target.value })}
          problem={form.problemOf('url')}
        />
        <EventsPicker events={events} onChange={(next) => setTyped({ ...typed, events: next })} />
        <Problem text={form.problem ?? form.problemOf('events')} />
      </fieldset>
      {mayManage && <SaveLine form={form} isChanged={isChanged && isPicked(events)} isSaved={saved} onCancel={() => setTyped({})} />}
    </form>
  )
}
