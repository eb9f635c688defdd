import type { ComponentProps } from 'react'
import { TextArea } from '../../ui/field.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'aria-label'> & { label: string; hint?: string; problem?: string | null }

/** A text of several lines with its name above. */
export function TextField({ label, hint, problem, ...more }: Props) {
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
