import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { tickClasses } from '../../ui/form/tick.tsx'

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{name}</legend>
      {children}
    </fieldset>
  )
}

type ChoiceProps = {
  kind: 'checkbox' | 'radio'
  name?: string
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

export function Choice({ kind, name, checked, disabled = false, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-h-7 cursor-pointer items-start gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-ink-3 pointer-coarse:min-h-11 pointer-coarse:py-2">
      <input
        type={kind}
        {...(name !== undefined && { name })}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={classes('mt-0.5', tickClasses)}
      />
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]">{children}</span>
    </label>
  )
}
