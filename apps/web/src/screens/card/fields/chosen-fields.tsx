import { X } from 'lucide-react'
import { useTimeZone, useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { dayOf } from '../../../ui/days.ts'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { Menu, MenuChoice } from '../../../ui/menu.tsx'
import { DayInput } from '../day-input.tsx'
import { valueClasses } from '../property.tsx'
import type { FieldProps } from './custom-fields.tsx'

export function DateField({ field, value, keep, disabled }: FieldProps) {
  const t = useTranslations('details.fields')
  const timeZone = useTimeZone() ?? 'UTC'
  const day = typeof value !== 'string' ? null : /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : dayOf(value, timeZone)
  return (
    <DayInput
      label={field.name}
      clearLabel={t('clear', { name: field.name })}
      when={day === null ? null : { day, time: null }}
      keep={(next) => keep(next && next.day)}
      disabled={disabled}
    />
  )
}

/** Yes, no, or unset: an untouched field is not a no. */
export function CheckboxField({ field, value, keep, disabled }: FieldProps) {
  const t = useTranslations('details.fields')
  return (
    <div className="flex min-h-8 items-center pl-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={field.name}
        disabled={disabled}
        checked={value === true}
        onChange={() => void keep(value !== true)}
        className={tickClasses}
      />
      <span className="flex-1 pl-2 text-ink-3">{value === null && t('none')}</span>
      {value !== null && !disabled && <Clear field={field} keep={keep} />}
    </div>
  )
}

/** A menu, like the priority. A deleted choice stays until another one is made. */
export function SelectField({ field, value, keep, disabled }: FieldProps) {
  const t = useTranslations('details.fields')
  const chosen = value === null ? '' : String(value)
  const options = field.options ?? []
  const shown = chosen === '' || options.includes(chosen) ? options : [chosen, ...options]
  const trigger = (
    <Button variant="quiet" className={valueClasses} disabled={disabled} aria-label={`${field.name}: ${chosen || t('none')}`}>
      <span className={classes('truncate', value === null && 'text-ink-3')}>{chosen || t('none')}</span>
    </Button>
  )
  const choose = (next: string) => {
    if (next !== chosen) void keep(next === '' ? null : next)
  }
  return (
    <Menu trigger={trigger} align="start">
      <MenuChoice value={chosen} onChange={choose} choices={[['', t('none')], ...shown.map((one) => [one, one] as const)]} />
    </Menu>
  )
}

function Clear({ field, keep }: Pick<FieldProps, 'field' | 'keep'>) {
  const t = useTranslations('details.fields')
  return (
    <IconButton size="sm" label={t('clear', { name: field.name })} icon={<X size={14} aria-hidden />} onClick={() => void keep(null)} />
  )
}
