import { useFormatter, useTranslations } from 'use-intl'
import { type Delivery, useErrorWords } from './webhook-words.ts'

/** How a delivery went, in a line. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('automation.deliveries')
  const format = useFormatter()
  const words = useErrorWords()
  const { status, attempts, error, responseStatus, durationMs, nextAttemptAt } = delivery
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm">
      <span className="text-ink-2">{t(`statuses.${status}`)}</span>
      {error !== null && <span className="text-danger">{words(error)}</span>}
      {error === null && responseStatus !== null && <span>{responseStatus}</span>}
      {durationMs !== null && <span>{t('took', { ms: durationMs })}</span>}
      {attempts > 1 && <span>{t('tries', { count: attempts })}</span>}
      {nextAttemptAt !== null && attempts > 0 && (
        <span>{t('again', { at: format.dateTime(new Date(nextAttemptAt), { timeStyle: 'medium' }) })}</span>
      )}
    </p>
  )
}
