import type { OutputOf, Webhook } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { deliveryQuery } from '../../../api/automation-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Copyable } from '../automation/once-secret.tsx'
import { useEventNames } from '../automation/verbs.ts'
import { useBoardSettings } from '../board-context.ts'
import { DeliveryFacts } from './webhook-words.tsx'

type Props = { webhook: Webhook; deliveryId: string; onClose: () => void }

/** One delivery: its request, its responses, and a button that sends it again. */
export function DeliveryDialog({ webhook, deliveryId, onClose }: Props) {
  const t = useTranslations('automation.deliveries')
  const verb = useEventNames()
  const found = useQuery(deliveryQuery(webhook.boardId ?? '', webhook.id, deliveryId))
  const title = found.data ? verb(found.data.delivery.verb ?? '') : t('one')
  const header = <span className="flex-1 font-semibold text-md first-letter:uppercase">{title}</span>
  return (
    <Dialog onClose={onClose} title={title} size="wide" header={header}>
      <div className="p-4 md:px-6">
        {!found.data && !isLost(found) && <PagePending />}
        {isLost(found) && <ErrorState failure={found.error} onRetry={() => found.refetch()} />}
        {found.data && <Opened webhook={webhook} {...found.data} />}
      </div>
    </Dialog>
  )
}

type Found = OutputOf<'webhook.delivery'>

function Opened({ webhook, delivery, request }: { webhook: Webhook } & Found) {
  const t = useTranslations('automation.deliveries')
  const { mayManage } = useBoardSettings()
  const write = useWrite()
  const redeliver = async () => {
    const input = { boardId: webhook.boardId ?? '', webhookId: webhook.id, deliveryId: delivery.id }
    await write('webhook.redeliver', input, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey: ['deliveries', webhook.id] })
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <DeliveryFacts delivery={delivery} />
        <Button disabled={delivery.status === 'pending' || !webhook.active || !mayManage} onClick={() => void redeliver()}>
          <RotateCcw size={15} aria-hidden /> {t('redeliver')}
        </Button>
      </div>
      <section aria-label={t('request')} className="grid min-w-0 gap-2">
        <h3 className="font-semibold text-md">{t('request')}</h3>
        <p className="text-ink-3 text-sm">{t('requestIntro')}</p>
        <Copyable label={t('head')} text={headOf(request)} />
        {request.body === null ? (
          <p className="text-ink-3">{t('bodyGone')}</p>
        ) : (
          <Copyable label={t('body')} text={readable(request.body)} />
        )}
      </section>
      <section aria-label={t('answer')} className="grid min-w-0 gap-2">
        <h3 className="font-semibold text-md">{t('answer')}</h3>
        <Answer delivery={delivery} />
      </section>
    </div>
  )
}

function Answer({ delivery: { responseStatus, responseBody } }: Pick<Found, 'delivery'>) {
  const t = useTranslations('automation.deliveries')
  if (responseStatus === null) return <p className="text-ink-3">{t('noAnswer')}</p>
  return (
    <>
      <p className="font-mono text-sm">{responseStatus}</p>
      {responseBody === null ? (
        <p className="text-ink-3 text-sm">{t('answerHidden')}</p>
      ) : (
        <Copyable label={t('answerBody')} text={readable(responseBody)} />
      )}
    </>
  )
}

function headOf({ url, headers }: Found['request']): string {
  return [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
