import type { Session } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'
import { wholeMoment } from '../../../ui/date-styles.ts'
import { useMinute } from '../../../ui/time.tsx'

const halfADay = 12 * 3_600_000

/** The end of a session's lease. A heartbeat extends it without an event, so a time in the past is not shown. */
export function LeaseLine({ session: { state, lease } }: { session: Session }) {
  const t = useTranslations('details.sessions')
  const format = useFormatter()
  const now = useMinute()
  if (state !== 'working' || !lease?.expiresAt) return null
  const end = new Date(lease.expiresAt)
  const isSoon = end.getTime() - now.getTime() < halfADay
  const at = format.dateTime(end, isSoon ? { timeStyle: 'short' } : wholeMoment)
  return <p className="px-3 pb-2 text-ink-3 text-sm">{end > now ? t('claimedUntil', { at }) : t('claimed')}</p>
}
