import type { Webhook } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type DeliveryStatus, deliveriesQuery } from '../../../api/automation-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Choice } from '../automation/choice.tsx'
import { OutcomeMark } from '../automation/outcome-mark.tsx'
import { useEventNames } from '../automation/verbs.ts'
import { Part, Rows } from '../page.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { type Delivery, DeliveryFacts, deliveryMarks } from './webhook-words.tsx'

const statuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed', 'canceled']

/** The deliveries of the last 30 days with their results. */
export function DeliveriesPart({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('automation.deliveries')
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const [opened, setOpened] = useState<string | null>(null)
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook.boardId ?? '', webhook.id, status))
  const rows = deliveries.data?.pages.flat()
  const filters = [['', t('every')] as const, ...statuses.map((one) => [one, t(`statuses.${one}`)] as const)]
  return (
    <Part title={t('title')}>
      <div className="mb-2">
        <Choice
          label={t('filter')}
          value={status}
          choices={filters}
          onChange={(next) => setStatus(statuses.find((one) => one === next) ?? '')}
        />
      </div>
      {!rows && !isLost(deliveries) && <PagePending />}
      {isLost(deliveries) && <ErrorState failure={deliveries.error} onRetry={() => deliveries.refetch()} />}
      {rows?.length === 0 && <p className="text-ink-3">{status === '' ? t('none') : t('noneOfThese')}</p>}
      {rows && rows.length > 0 && (
        <Rows label={t('title')}>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => setOpened(delivery.id)} />
          ))}
        </Rows>
      )}
      {deliveries.hasNextPage && (
        <Button className="mt-3" busy={deliveries.isFetchingNextPage} onClick={() => void deliveries.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {opened !== null && <DeliveryDialog webhook={webhook} deliveryId={opened} onClose={() => setOpened(null)} />}
    </Part>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const verb = useEventNames()
  return (
    <li className="relative flex items-start gap-3 bg-surface px-3 py-2 hover:bg-hover">
      <OutcomeMark mark={deliveryMarks[delivery.status]} />
      <div className="min-w-0 flex-1">
        <button type="button" onClick={onOpen} className="block text-left font-medium first-letter:uppercase after:absolute after:inset-0">
          {verb(delivery.verb ?? '')}
        </button>
        <DeliveryFacts delivery={delivery} />
      </div>
      <Ago at={delivery.createdAt} />
    </li>
  )
}
