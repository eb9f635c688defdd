import type { Board } from '@tandem/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import type { Progress } from './progress.ts'

/** The props that all steps share. */
export type Shared = { meId: string; progress: Progress; go: (more: Progress) => void; board: Board | null }

type Props = { number: number; title: string; done: boolean; isOpen: boolean; children?: ReactNode }

/** A step of the guide. Later steps are visible but closed. */
export function Step({ number, title, done, isOpen, children }: Props) {
  const t = useTranslations('start')
  return (
    <li className={classes('rounded-lg border border-line px-4 py-3', isOpen ? 'bg-surface' : 'text-ink-3')}>
      <h2 className="flex items-center gap-2.5 font-semibold text-md">
        <span
          aria-hidden
          className={classes(
            'grid size-6 shrink-0 place-items-center rounded-full text-sm tabular-nums',
            done ? 'bg-done-soft text-done' : isOpen ? 'bg-accent text-on-accent' : 'bg-hover text-ink-2',
          )}
        >
          {done ? <Check size={14} /> : number}
        </span>
        {title}
        {done && <span className="sr-only">{t('isDone')}</span>}
      </h2>
      {isOpen && children && <div className="mt-3 md:pl-[2.125rem]">{children}</div>}
    </li>
  )
}
