import { classes } from '../../ui/classes.ts'
import { inputClasses } from '../../ui/field.tsx'

type Props<T extends string> = {
  label: string
  value: T
  choices: readonly (readonly [T, string])[]
  onChange: (value: T) => void
  disabled?: boolean
  className?: string
}

/** A choice within a row, whose name is only said. */
export function SmallSelect<T extends string>({ label, value, choices, onChange, disabled, className }: Props<T>) {
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
