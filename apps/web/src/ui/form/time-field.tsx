import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { classes } from '../classes.ts'
import { parseTime } from '../date-picker/parse.ts'
import { dateWords } from '../date-picker/words.ts'
import { inputClasses } from './field.tsx'

type Props = {
  label: string
  /** `HH:MM`, empty, or a text that is no time. */
  time: string
  /**
   * Called while the text is typed. An empty field is an empty text; a text that is no time is passed on as it is, because its valid
   * beginning (`8:3o`) would be taken for what was meant.
   */
  onTime: (time: string) => void
  required?: boolean
  className?: string
}

/** A field for a time of day, which is typed: `15:00`, `3pm`, `1530`. Its form cannot be sent while the text is no time. */
export function TimeInput({ label, time, onTime, required = false, className }: Props) {
  const t = useTranslations('time')
  const format = useFormatter()
  const { locale } = useLocaleChoice()
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; time: string } | null>(null)
  const isNone = parseTime(time, dateWords(locale)) === undefined
  const told = isNone || time === '' ? time : format.dateTime(new Date(`1970-01-01T${time}Z`), { timeZone: 'UTC', timeStyle: 'short' })
  // What was typed gives way to a time that was not typed, such as that of a cancelled edit.
  const shown = typed?.time === time ? typed.text : told
  return (
    <span className="grid min-w-0 gap-1">
      <input
        ref={(input) => input?.setCustomValidity(isNone ? t('notATime') : '')}
        aria-label={label}
        aria-invalid={isNone || undefined}
        aria-describedby={id}
        placeholder={t('hint')}
        autoComplete="off"
        maxLength={20}
        required={required}
        value={shown}
        onChange={(event) => {
          const text = event.target.value
          const next = parseTime(text, dateWords(locale)) ?? text
          setTyped({ text, time: next })
          onTime(next)
        }}
        onBlur={() => !isNone && setTyped(null)}
        className={className ?? classes(inputClasses, 'h-9 tabular-nums pointer-coarse:h-11')}
      />
      <span id={id} role="status" className={classes('text-danger text-sm', !isNone && 'hidden')}>
        {isNone && t('notATime')}
      </span>
    </span>
  )
}

/** The same with its label above. */
export function TimeField(props: Omit<Props, 'className'>) {
  return (
    <div className="grid content-start gap-1">
      <span aria-hidden className="font-medium text-ink-2 text-sm">
        {props.label}
      </span>
      <TimeInput {...props} />
    </div>
  )
}
