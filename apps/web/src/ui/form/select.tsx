import { useId } from 'react'
import { classes } from '../classes.ts'
import { inputClasses } from './field.tsx'

type Props = { label: string; value: string; onChange: (value: string) => void; choices: readonly (readonly [string, string])[] }

/** The native select, which is best on a phone. */
export function Select({ label, value, onChange, choices }: Props) {
  const id = useId()
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <label htmlFor={id} className="font-medium text-ink-2 text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClasses} h-9 truncate pointer-coarse:h-11`}
      >
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type SmallSelectProps<T extends string> = {
  label: string
  value: T
  choices: readonly (readonly [T, string])[]
  onChange: (value: T) => void
  disabled?: boolean
  className?: string
}

/** A select within a row; its label is for screen readers. */
export function SmallSelect<T extends string>({ label, value, choices, onChange, disabled, className }: SmallSelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const chosen = choices.find(([choice]) => choice === event.target.value)
        if (chosen) onChange(chosen[0])
      }}
      className={classes(inputClasses, 'h-8 truncate py-0 pr-1 pl-2 text-base pointer-coarse:h-11', className ?? 'w-auto')}
    >
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  )
}
