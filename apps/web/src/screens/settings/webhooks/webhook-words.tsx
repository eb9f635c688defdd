import type { OutputOf, Webhook } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useAmounts } from '../../../ui/amounts.ts'
import type { Mark } from '../automation/outcome-mark.tsx'

export type Delivery = OutputOf<'webhook.deliveries'>[number]

const disabled = ['failures', 'creator_lost_access'] as const

/** The state of a webhook: on, failing, turned off by an admin, or turned off with the reason. */
export function useStanding(): (webhook: Webhook) => { mark: Mark; text: string } {
  const t = useTranslations('automation.webhooks.standing')
  return ({ active, disabledReason, consecutiveFailures }) => {
    if (active && consecutiveFailures > 0) return { mark: 'bad', text: t('failing', { count: consecutiveFailures }) }
    if (active) return { mark: 'good', text: t('on') }
    if (disabledReason === null) return { mark: 'none', text: t('paused') }
    const known = disabled.find((one) => one === disabledReason)
    return { mark: 'bad', text: known ? t(`disabled.${known}`) : disabledReason }
  }
}

export const deliveryMarks: Record<Delivery['status'], Mark> = { pending: 'waits', delivered: 'good', failed: 'bad', canceled: 'none' }

const errorClasses = [
  'blocked',
  'dns',
  'timeout',
  'refused',
  'unreachable',
  'reset',
  'tls',
  'protocol',
  'stopped',
  'failed',
  'interrupted',
  'expired',
  'secret_unreadable',
] as const

/** The reason of a failed attempt, by the class of its error. */
function useErrorWords(): (error: string) => string {
  const t = useTranslations('automation.webhooks.errors')
  return (error) => {
    const status = /^http_(\d+)$/.exec(error)?.[1]
    if (status !== undefined) return t('http', { status })
    const known = errorClasses.find((one) => one === error)
    return known ? t(known) : error
  }
}

/** How long a response took: under a second in milliseconds. */
function useResponseTime(): (ms: number) => string {
  const format = useFormatter()
  const { duration } = useAmounts()
  return (ms) => (ms < 1_000 ? format.number(ms, { style: 'unit', unit: 'millisecond' }) : duration(ms))
}

/** The outcome of a delivery, in a line. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('automation.deliveries')
  const format = useFormatter()
  const [words, took] = [useErrorWords(), useResponseTime()]
  const { status, attempts, error, responseStatus, durationMs, nextAttemptAt } = delivery
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm">
      <span className="text-ink-2">
        {t(`statuses.${status}`)}
        {error !== null && (
          <>
            : <span className="text-danger">{words(error)}</span>
          </>
        )}
      </span>
      {error === null && responseStatus !== null && <span>{responseStatus}</span>}
      {durationMs !== null && <span>{took(durationMs)}</span>}
      {attempts > 1 && <span>{t('tries', { count: attempts })}</span>}
      {nextAttemptAt !== null && attempts > 0 && (
        <span>{t('again', { at: format.dateTime(new Date(nextAttemptAt), { timeStyle: 'medium' }) })}</span>
      )}
    </p>
  )
}
