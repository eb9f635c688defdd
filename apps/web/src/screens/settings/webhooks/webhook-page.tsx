import type { Webhook } from '@tandem/contract'
import { Pause, Play, RadioTower } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { webhooksQuery } from '../../../api/automation-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { BackLink, useItem } from '../automation/item.tsx'
import { OutcomeMark } from '../automation/outcome-mark.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Page, Part } from '../page.tsx'
import { AboutWebhook } from './about-webhook.tsx'
import { DeliveriesPart } from './deliveries.tsx'
import { ReplayPart } from './replay.tsx'
import { SecretPart } from './secret-part.tsx'
import { useStanding } from './webhook-words.tsx'

/** One webhook: its state, its deliveries, and its settings. */
export function WebhookPage({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const standing = useStanding()(webhook)
  const { mayManage } = useBoardSettings()
  const isOwn = webhook.integrationId === null
  return (
    <>
      <BackLink>{t('back')}</BackLink>
      <Page
        title={hostOf(webhook.url)}
        intro={
          <span className="flex items-start gap-1.5">
            <OutcomeMark mark={standing.mark} />
            <span className={standing.mark === 'bad' ? 'text-danger' : undefined}>{standing.text}</span>
          </span>
        }
        action={mayManage && <Controls webhook={webhook} />}
      >
        <DeliveriesPart webhook={webhook} />
        <Part title={t('about')}>{isOwn ? <AboutWebhook webhook={webhook} /> : <OfIntegration webhook={webhook} />}</Part>
        {mayManage && (
          <>
            <ReplayPart webhook={webhook} />
            <SecretPart webhook={webhook} />
          </>
        )}
        {isOwn && <WebhookEnd webhook={webhook} />}
      </Page>
    </>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

function Controls({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const write = useWrite()
  const { id: webhookId, active } = webhook
  const boardId = webhook.boardId ?? ''
  const { queryKey } = webhooksQuery(boardId)
  const turn = async () => {
    const show = () => {
      queryClient.setQueryData(queryKey, (all) => all?.map((one) => (one.id === webhookId ? { ...one, active: !active } : one)))
      return () => void queryClient.invalidateQueries({ queryKey })
    }
    await write('webhook.update', { boardId, webhookId, active: !active }, { failed: 'edit', show })
    await queryClient.invalidateQueries({ queryKey })
  }
  const ping = async () => {
    await write('webhook.ping', { boardId, webhookId }, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey: ['deliveries', webhookId] })
  }
  return (
    <div className="flex gap-2">
      <Button disabled={!active} onClick={() => void ping()}>
        <RadioTower size={15} aria-hidden /> {t('ping')}
      </Button>
      <Button onClick={() => void turn()}>
        {active ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />} {active ? t('pause') : t('resume')}
      </Button>
    </div>
  )
}

/** The integration sets the address of its webhook. */
function OfIntegration({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const { openOn } = useItem()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="break-all font-mono text-sm">{webhook.url}</p>
      <p className="text-ink-2">{t('integrationText')}</p>
      <Button onClick={() => void openOn('integrations', webhook.integrationId ?? undefined)}>{t('toIntegration')}</Button>
    </div>
  )
}

function WebhookEnd({ webhook: { id: webhookId, boardId, url } }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const write = useWrite()
  const { open } = useItem()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    const gone = await write('webhook.delete', { boardId: boardId ?? '', webhookId }, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey: ['webhooks', boardId] })
    if (gone) await open()
  }
  return (
    <Part title={t('end')} intro={t('endIntro')} danger>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      {asking && (
        <ConfirmDialog title={t('deleteOf')} action={t('delete')} onConfirm={remove} onClose={() => setAsking(false)}>
          <p>{url}</p>
          <p className="text-ink-2">{t('endIntro')}</p>
        </ConfirmDialog>
      )}
    </Part>
  )
}
