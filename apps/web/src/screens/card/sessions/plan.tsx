import type { Session } from '@tandem/contract'
import { Check, Circle, CircleDot, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { plain } from '../../../ui/text/plain.ts'

type Item = NonNullable<Session['plan']>[number]

const marks = { pending: Circle, in_progress: CircleDot, done: Check, skipped: Minus } as const
const looks = { pending: 'text-ink-3', in_progress: 'text-working', done: 'text-done', skipped: 'text-ink-3' } as const

/** The plan of the agent, and its progress. */
export function Plan({ items }: { items: readonly Item[] }) {
  const t = useTranslations('session')
  return (
    <ol aria-label={t('plan')} className="grid grid-cols-1 gap-1 px-3 py-2">
      {items.map(({ text, status }, at) => {
        const Mark = marks[status]
        return (
          // Steps have no ids: the agent sends the whole plan each time.
          <li key={`${at} ${text}`} className="flex items-start gap-2">
            <Mark size={14} aria-hidden className={classes('mt-[3px] shrink-0', looks[status])} />
            <span
              className={classes(
                'min-w-0 [overflow-wrap:anywhere]',
                status === 'in_progress' && 'font-medium',
                (status === 'done' || status === 'skipped') && 'text-ink-3',
                status === 'skipped' && 'line-through',
              )}
            >
              {plain(text)} <span className="sr-only">({t(`steps.${status}`)})</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
