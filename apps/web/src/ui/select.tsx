import { useId } from 'react'
import { inputClasses } from './field.tsx'

type Props = { label: string; value: string; onChange: (value: string) => void; choices: readonly (readonly [string, string])[] }

/** The system's own list of choices: nothing is better on a phone. */
export function Select({ label, value, onChange, choices }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
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
