import { type Priority, priorities } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { classes } from './classes.ts'

/** In the order in which they are offered. */
export const urgentFirst: readonly Priority[] = priorities.toReversed()
const filled: Record<Priority, number> = { none: 0, low: 1, medium: 2, high: 3, urgent: 3 }

/** Bars that rise with the priority; urgent is coloured. Nothing for none, or its room where marks stand below each other. */
export function PriorityMark({ priority, inColumn = false }: { priority: Priority; inColumn?: boolean }) {
  const t = useTranslations('priority')
  if (priority === 'none') return inColumn ? <span aria-hidden className="w-3 shrink-0" /> : null
  return (
    <svg
      role="img"
      aria-label={t(priority)}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      className={classes('shrink-0', priority === 'urgent' ? 'text-danger' : 'text-ink-2')}
    >
      {[0, 1, 2].map((at) => (
        <rect
          key={at}
          x={at * 4.2}
          y={7 - at * 3}
          width="2.8"
          height={4.5 + at * 3}
          rx="0.8"
          fill="currentColor"
          fillOpacity={at < filled[priority] ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}
