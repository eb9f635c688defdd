import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

export const inputClasses =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-md text-ink outline-offset-0 hover:border-ink-3 disabled:opacity-60 aria-invalid:border-danger'

type FieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; problem?: string | null }

/** A text input with its label above, and its error below. */
export function Field({ label, hint, problem, className, ...more }: FieldProps) {
  const id = useId()
  return (
    <div className={classes('grid gap-1', className)}>
      <label htmlFor={id} className="font-medium text-ink-2 text-sm">
        {label}
      </label>
      <input
        {...more}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        className={classes(inputClasses, 'h-9 pointer-coarse:h-11')}
      />
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  )
}

function Note({ id, hint, problem }: { id: string; hint?: ReactNode; problem?: string | null }) {
  const text = problem ?? hint
  return (
    <p id={id} className={classes('text-sm', problem ? 'text-danger' : 'text-ink-3', !text && 'hidden')}>
      {text}
    </p>
  )
}

/** A text field of several lines that grows with its text; its name is for screen readers. Escape in one that has begun closes no card. */
export function TextArea({ className, rows = 2, ...more }: ComponentProps<'textarea'> & { 'aria-label': string }) {
  return (
    <textarea
      {...more}
      data-begun={more.value ? '' : undefined}
      rows={rows}
      className={classes(
        inputClasses,
        'field-sizing-content max-h-96 min-h-9 resize-none py-1.75 leading-snug pointer-coarse:min-h-11 pointer-coarse:py-2.5',
        className,
      )}
    />
  )
}

type TextFieldProps = Omit<ComponentProps<'textarea'>, 'aria-label'> & { label: string; hint?: string; problem?: string | null }

/** A text field of several lines with its label above. */
export function TextField({ label, hint, problem, ...more }: TextFieldProps) {
  const note = problem ?? hint
  return (
    <div className="grid gap-1">
      <span aria-hidden className="font-medium text-ink-2 text-sm">
        {label}
      </span>
      <TextArea {...more} aria-label={label} aria-invalid={problem ? true : undefined} />
      {note && <p className={problem ? 'text-danger text-sm' : 'text-ink-3 text-sm'}>{note}</p>}
    </div>
  )
}
