import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'

export type Choices = readonly (readonly [value: string, name: string])[]
type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  choices?: Choices
  groups?: readonly { name: string; choices: Choices }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  disabled?: boolean
  className?: string
}

/**
 * A choice within a sentence, as wide as the selected option. An option that no longer exists is marked as such, and has to be replaced.
 */
export function Choice({ label, value, onChange, choices = [], groups = [], placeholder, disabled, className }: Props) {
  const t = useTranslations('automation')
  const isThere = [choices, ...groups.map((group) => group.choices)].some((some) => some.some(([one]) => one === value))
  return (
    <select
      aria-label={label}
      aria-invalid={!isThere && value !== '' ? true : undefined}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      className={classes(lineClasses, 'field-sizing-content truncate pr-1', className)}
    >
      {!isThere && <option value={value}>{value === '' ? (placeholder ?? t('choose')) : t('gone')}</option>}
      {choices.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
      {groups.map(({ name, choices: some }) => (
        <optgroup key={name} label={name}>
          {some.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

/** A phrase of a sentence as an option. Options begin with a capital, except operators such as “is”. */
export const asOption = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1)

/** The classes of a control within a sentence: as wide as its content, where `inputClasses` fills the line. */
export const lineClasses =
  'h-8 max-w-full rounded-md border border-line-strong bg-surface px-2 text-base text-ink outline-offset-0 hover:border-ink-3 disabled:opacity-60 aria-invalid:border-danger pointer-coarse:h-11'
