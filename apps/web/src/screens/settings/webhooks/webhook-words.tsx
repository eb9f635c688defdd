import type { OutputOf, Webhook } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Mark } from '../automation/outcome-mark.tsx'

export type Delivery = OutputOf<'webhook.deliveries'>[number]

const disabled = ['failures', 'creator_lost_access'] as const

/** How a webhook stands: that it is on, paused by somebody, or switched off and why. */
export function useStanding(): (webhook: Webhook) => { mark: Mark; text: string } {
  const t = useTranslations('automation.webhooks.standing')
  return ({ active, disabledReason, consecutiveFailures }) => {
    if (active && consecutiveFailures > 0) return { mark: 'waits', text: t('failing', { count: consecutiveFailures }) }
    if (active) return { mark: 'good', text: t('on') }
    if (disabledReason === null) return { mark: 'none', text: t('paused') }
    const known = disabled.find((one) => one === disabledReason)
    return { mark: 'bad', text: known ? t(`disabled.${known}`) : disabledReason }
  }
}

export const deliveryMarks: Record<Delivery['status'], Mark> = { pending: 'waits', delivered: 'good', failed: 'bad', canceled: 'none' }

const errorClasses = [
  ...(['blocked', 'dns', 'timeout', 'refused', 'unreachable', 'reset', 'tls', 'protocol', 'stopped', 'failed'] as const),
  ...(['interrupted', 'expired', 'secret_unreadable'] as const),
]

/** Why a try failed, by the class of its error. */
export function useErrorWords(): (error: string) => string {
  const t = useTranslations('automation.webhooks.errors')
  return (error) => {
    const status = /^http_(\d+)$/.exec(error)?.[1]
    if (status !== undefined) return t('http', { status })
    const known = errorClasses.find((one) => one === error)
    return known ? t(known) : error
  }
}
