import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from '../classes.ts'
import { DatePicker } from '../date-picker.tsx'
import { useDay } from '../time.tsx'
import { inputClasses } from './field.tsx'

type Props = {
  label: string
  /** `YYYY-MM-DD`; null before one is chosen. */
  day: string | null
  /** Shown before a day is chosen. */
  placeholder?: string
  /** Whether days of the past are wanted. */
  prefersPast?: boolean
  /** The first day that can be chosen. */
  earliest?: string
  problem?: string | null
  className?: string
  onPick: (day: string) => void
}

/** A field of a form for a day, with its label above: a button that opens the date picker. */
export function DateField({ label, day, placeholder = '', prefersPast, earliest, problem, className, onPick }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const dayName = useDay()
  const trigger = (
    <button
      type="button"
      aria-labelledby={`${id}-label ${id}-day`}
      aria-describedby={`${id}-note`}
      className={classes(
        inputClasses,
        'flex h-9 min-w-36 items-center gap-2 text-left tabular-nums pointer-coarse:h-11',
        problem && 'border-danger',
      )}
    >
      <span id={`${id}-day`} className={classes('min-w-0 flex-1 truncate', day === null && 'text-ink-3')}>
        {day === null ? placeholder : dayName(day)}
      </span>
      <CalendarDays size={15} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  )
  return (
    <div className={classes('grid gap-1', className)}>
      <span id={`${id}-label`} className="font-medium text-ink-2 text-sm">
        {label}
      </span>
      <DatePicker
        trigger={trigger}
        title={label}
        when={day === null ? null : { day, time: null }}
        prefersPast={prefersPast}
        earliest={earliest}
        isRequired
        open={open}
        onOpenChange={setOpen}
        onPick={(when) => when && onPick(when.day)}
      />
      <p id={`${id}-note`} className={classes('text-danger text-sm', !problem && 'hidden')}>
        {problem}
      </p>
    </div>
  )
}
