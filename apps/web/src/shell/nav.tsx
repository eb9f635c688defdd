import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { unreadQuery } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'

/** A line of the sidebar; on a tablet its icon alone, which leaves the room to the page. */
export const navClasses =
  'relative flex h-8 items-center gap-2 rounded-md px-2 max-lg:justify-center max-lg:px-0 pointer-coarse:h-11 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** What a line of the sidebar is called; where only the icon is shown, its tooltip says it (`data-said`). */
export function NavName({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span data-said className={classes('max-lg:sr-only', className)}>
      {children}
    </span>
  )
}

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
