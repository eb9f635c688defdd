import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useTyped } from '../../mutations/use-typed.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { quietInput } from './property.tsx'

type Props = {
  label: string
  clearLabel: string
  /** `YYYY-MM-DD`, or nothing. */
  day: string
  keep: (day: string) => Promise<boolean>
  disabled: boolean
  late?: boolean
}

/** A year is typed digit by digit, and each of them makes a date: only one of four digits is meant. */
const isMeant = (day: string): boolean => day === '' || /^[1-9]\d{3}-/.test(day)

export function DayInput({ label, clearLabel, day, keep, disabled, late = false }: Props) {
  const t = useTranslations('details.fields')
  const typed = useTyped(day, keep)
  const take = (next: string) => {
    typed.type(next)
    if (isMeant(next) && next !== '') void typed.keep()
  }
  return (
    <div className="group relative flex items-center">
      {typed.text === '' && (
        <span aria-hidden className="pointer-events-none absolute left-2 text-ink-3 group-focus-within:hidden">
          {t('none')}
        </span>
      )}
      <input
        type="date"
        aria-label={label}
        disabled={disabled}
        value={typed.text}
        onChange={(event) => take(event.target.value)}
        onBlur={() => (isMeant(typed.text) ? void typed.keep() : typed.leave())}
        className={classes(quietInput, typed.text === '' && 'not-focus:text-transparent', late && 'font-medium text-danger!')}
      />
      {day !== '' && !disabled && (
        <IconButton size="sm" label={clearLabel} icon={<X size={14} aria-hidden />} onClick={() => void keep('')} />
      )}
    </div>
  )
}

/** The day of a time where the person is, as a date field writes it. */
export function dayOf(at: string): string {
  const date = new Date(at)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
