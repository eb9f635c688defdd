import { Check, Clock, Minus, X } from 'lucide-react'
import { classes } from '../../../ui/classes.ts'

const marks = {
  good: { Icon: Check, look: 'text-accent' },
  bad: { Icon: X, look: 'text-danger' },
  waits: { Icon: Clock, look: 'text-ink-2' },
  none: { Icon: Minus, look: 'text-ink-3' },
} as const
export type Mark = keyof typeof marks

/** The mark of an outcome, before its text. */
export function OutcomeMark({ mark }: { mark: Mark }) {
  const { Icon, look } = marks[mark]
  return <Icon size={16} aria-hidden className={classes('mt-0.5 shrink-0', look)} />
}
