import type { Webhook } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../../api/query-client.ts'
import { logQuery } from '../../../api/settings-queries.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useActivityWords } from '../automation/activity-words.ts'
import { Choice, type Choices } from '../automation/choice.tsx'
import { Part } from '../page.tsx'

/** Sends the events after a given one again, for a receiver that was unavailable. */
export function ReplayPart({ webhook: { id: webhookId, boardId, active } }: { webhook: Webhook }) {
  const t = useTranslations('automation.replay')
  const write = useWrite()
  const words = useActivityWords()
  const log = useInfiniteQuery(logQuery(boardId ?? '', {}))
  const [since, setSince] = useState('')
  const [sent, setSent] = useState<{ queued: number; more: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const choices = log.data?.pages.flat().map((activity): Choices[number] => [activity.id, words(activity)]) ?? []
  /** A replay covers a limited number of events; the next one continues where it ended. */
  const replay = async () => {
    setBusy(true)
    const done = await write('webhook.replay', { boardId: boardId ?? '', webhookId, since }, { failed: 'edit' })
    setBusy(false)
    if (!done) return
    setSent(done.answer)
    if (done.answer.more) setSince(done.answer.through)
    await queryClient.invalidateQueries({ queryKey: ['deliveries', webhookId] })
  }
  return (
    <Part title={t('title')} intro={t('intro')}>
      <div className="flex flex-wrap items-center gap-2">
        <Choice label={t('since')} value={since} placeholder={t('since')} choices={choices} onChange={setSince} className="max-w-md" />
        {log.hasNextPage && (
          <Button variant="quiet" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('older')}
          </Button>
        )}
        <Button busy={busy} disabled={since === '' || !active} onClick={() => void replay()}>
          {t('do')}
        </Button>
      </div>
      <p role="status" className="mt-2 text-ink-2">
        {sent && t('sent', { count: sent.queued })} {sent?.more && t('goOn')}
      </p>
    </Part>
  )
}
