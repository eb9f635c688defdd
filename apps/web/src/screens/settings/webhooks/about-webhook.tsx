import type { Webhook } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { useOvertaken } from '../../../ui/form/use-overtaken.tsx'
import { useBoardSettings } from '../board-context.ts'
import { SaveLine } from '../save-line.tsx'
import { EventsPicker, isPicked, useEventsWords } from './events-picker.tsx'

const inOrder = (events: readonly string[]): string => events.toSorted().join()
const eventsIn = (text: string): string[] => text.split(',').filter((one) => one !== '')

/** URL and events: untouched fields follow the changes of others, and are not sent. */
export function AboutWebhook({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const { mayManage } = useBoardSettings()
  const wordsOf = useEventsWords()
  const [saved, setSaved] = useState(false)
  const edits = useEdits({ url: webhook.url, events: webhook.events.join() })
  const guarded = useOvertaken(edits, () => queryClient.invalidateQueries({ queryKey: ['webhooks', webhook.boardId] }))
  const events = eventsIn(edits.values.events)
  // The order says nothing: events that are chosen again are those that were.
  const choose = (next: readonly string[]) =>
    edits.set('events', inOrder(next) === inOrder(webhook.events) ? webhook.events.join() : next.join())
  const form = useForm(async () => {
    const { url, events: chosen } = edits.changed
    const input = {
      boardId: webhook.boardId ?? '',
      webhookId: webhook.id,
      ...(url !== undefined && { url, ifUrl: edits.began.url }),
      ...(chosen !== undefined && { events: eventsIn(chosen), ifEvents: eventsIn(edits.began.events ?? '') }),
    }
    if (!(await guarded.send(() => api.call('webhook.update', input)))) return
    edits.finish(edits.values)
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
          value={edits.values.url}
          onChange={(event) => edits.set('url', event.target.value)}
          problem={form.problemOf('url')}
        />
        {guarded.notice('url')}
        <EventsPicker events={events} onChange={choose} />
        {guarded.notice('events', (theirs) => wordsOf(eventsIn(theirs)))}
        <Problem text={form.problem ?? form.problemOf('events')} />
      </fieldset>
      {mayManage && <SaveLine form={form} isChanged={edits.isChanged && isPicked(events)} isSaved={saved} onCancel={edits.forget} />}
    </form>
  )
}
