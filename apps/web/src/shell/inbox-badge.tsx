import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { unreadQuery } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'

const mostShown = 99

/** How many notifications are unread; live. */
export function InboxBadge() {
  const t = useTranslations('shell')
  const count = useQuery(unreadQuery).data?.length ?? 0
  if (count === 0) return null
  return (
    <Badge tone="accent">
      <span className="sr-only">{t('unread', { count })}</span>
      <span aria-hidden>{count > mostShown ? `${mostShown}+` : count}</span>
    </Badge>
  )
}
