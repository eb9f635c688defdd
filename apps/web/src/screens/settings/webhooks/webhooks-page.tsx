import type { Webhook } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { webhooksQuery } from '../../../api/automation-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { BackLink, ItemLink, useItem } from '../automation/item.tsx'
import { OnceSecrets } from '../automation/once-secret.tsx'
import { OutcomeMark } from '../automation/outcome-mark.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page, Rows } from '../page.tsx'
import { useEventsWords } from './events-picker.tsx'
import { NewWebhookForm } from './new-webhook.tsx'
import { WebhookPage } from './webhook-page.tsx'
import { useStanding } from './webhook-words.tsx'

/** The webhooks of the board. */
export function WebhooksPage() {
  return (
    <AreaTexts area="automation">
      <Webhooks />
    </AreaTexts>
  )
}

function Webhooks() {
  const t = useTranslations('automation.webhooks')
  const { board } = useBoardSettings()
  const { item } = useItem()
  const webhooks = useQuery(webhooksQuery(board.id))
  if (isLost(webhooks)) return <ErrorState level="h1" failure={webhooks.error} onRetry={() => webhooks.refetch()} />
  if (!webhooks.data) return <PagePending />
  if (item === undefined) return <AllWebhooks webhooks={webhooks.data} />
  const webhook = webhooks.data.find(({ id }) => id === item)
  if (webhook) return <WebhookPage key={webhook.id} webhook={webhook} />
  return (
    <EmptyState level="h1" title={t('missing')} action={<BackLink>{t('back')}</BackLink>}>
      {t('missingText')}
    </EmptyState>
  )
}

function AllWebhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const t = useTranslations('automation.webhooks')
  const { mayManage } = useBoardSettings()
  const { open } = useItem()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<{ of: string; text: string } | null>(null)
  const add = mayManage && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus size={15} aria-hidden /> {t('new')}
    </Button>
  )
  const isEmpty = webhooks.length === 0 && !adding && !secret
  return (
    <Page title={t('title')} intro={t('intro')} action={!isEmpty && !adding && !secret && add}>
      <div className="grid gap-4">
        {adding && (
          <NewWebhookForm
            onCancel={() => setAdding(false)}
            onMade={(made) => {
              setAdding(false)
              setSecret({ of: made.id, text: made.secret ?? '' })
            }}
          />
        )}
        {secret && (
          <OnceSecrets intro={t('secretIntro')} secrets={[{ label: t('secret'), text: secret.text }]} onDone={() => void open(secret.of)} />
        )}
        {isEmpty && (
          <EmptyState title={t('emptyTitle')} action={add}>
            {t('emptyText')}
          </EmptyState>
        )}
        {webhooks.length > 0 && (
          <Rows label={t('title')}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Rows>
        )}
        <p className="max-w-xl text-ink-3 text-sm">{t('ofAgents')}</p>
      </div>
    </Page>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const [events, standing] = [useEventsWords(), useStanding()(webhook)]
  return (
    <li className="relative flex items-start gap-3 bg-surface px-3 py-2.5 hover:bg-hover">
      <OutcomeMark mark={standing.mark} />
      <div className="min-w-0 flex-1">
        <ItemLink item={webhook.id} className="block break-all font-medium text-md after:absolute after:inset-0">
          {webhook.url}
        </ItemLink>
        <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm">
          <span className={standing.mark === 'bad' ? 'text-danger' : 'text-ink-2'}>{standing.text}</span>
          <span>{events(webhook.events)}</span>
          {webhook.integrationId !== null && <span>{t('ofIntegration')}</span>}
        </p>
      </div>
    </li>
  )
}
