import { X } from 'lucide-react'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { DatePicker, type When } from '../../ui/date-picker.tsx'
import { useDay } from '../../ui/time.tsx'
import { valueClasses } from './property.tsx'

type Props = {
  label: string
  clearLabel: string
  when: When | null
  keep: (when: When | null) => Promise<boolean>
  disabled: boolean
  takesTime?: boolean
  late?: boolean
}

/** A date with an optional time. */
export function DayInput({ label, clearLabel, when, keep, disabled, takesTime = false, late = false }: Props) {
  const t = useTranslations('details.fields')
  const format = useFormatter()
  const dayName = useDay()
  const [open, setOpen] = useState(false)
  const time = when?.time && format.dateTime(new Date(`${when.day}T${when.time}Z`), { timeZone: 'UTC', timeStyle: 'short' })
  const parts = when === null ? [t('none')] : [dayName(when.day), time].filter((part) => typeof part === 'string')
  const text = parts.join(', ')
  const trigger = (
    <Button
      variant="quiet"
      disabled={disabled}
      aria-label={`${label}: ${text}`}
      className={classes(valueClasses, 'min-w-0 flex-1 whitespace-normal! tabular-nums')}
    >
      {/* Without room for both, the time has the second line for itself. */}
      <span className={late ? 'font-medium text-danger' : when === null ? 'text-ink-3' : ''}>
        {parts.map((part) => part.replaceAll(' ', '\u00a0')).join(', ')}
      </span>
    </Button>
  )
  return (
    <div className="flex items-center">
      <DatePicker
        trigger={trigger}
        title={label}
        when={when}
        takesTime={takesTime}
        open={open}
        onOpenChange={setOpen}
        onPick={(next) => void keep(next)}
      />
      {when !== null && !disabled && (
        <IconButton size="sm" label={clearLabel} icon={<X size={14} aria-hidden />} onClick={() => void keep(null)} />
      )}
    </div>
  )
}
