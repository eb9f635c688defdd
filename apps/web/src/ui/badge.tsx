import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent text-on-accent',
  queued: 'bg-queued-soft text-queued',
  working: 'bg-working-soft text-working',
  awaiting_input: 'bg-awaiting-soft text-awaiting',
  done: 'bg-done-soft text-done',
  error: 'bg-error-soft text-error',
  canceled: 'bg-hover text-ink-2',
  stale: 'bg-stale-soft text-stale',
} as const
export type Tone = keyof typeof tones

/** A word or a number that qualifies the text beside it. */
export function Badge({ tone = 'neutral', className, children }: { tone?: Tone; className?: string; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-[1.125rem] items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs tabular-nums',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
