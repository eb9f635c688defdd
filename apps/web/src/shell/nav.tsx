import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { unreadQuery } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'

/** A line of the sidebar; on a tablet, and if collapsed, its icon alone, to leave room for the page. */
export const navClasses =
  'relative flex h-8 items-center gap-2 rounded-md px-2 narrow:justify-center narrow:px-1 pointer-coarse:h-11 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** The label of a line in the sidebar. Where only the icon is shown, its tooltip shows the label (`data-said`). */
export function NavName({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span data-said className={classes('narrow:sr-only', className)}>
      {children}
    </span>
  )
}

const mostShown = 99

/** The number of unread notifications; live. */
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
