import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { DatePanel } from '../../../ui/date-picker.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'

type Value = string | number | boolean | undefined
type Props = { field: BoardModel['fields'][number]; value: Value; onChange: (value: Value) => void; onDone: () => void }

/** The input for the value of a field without choices. */
export function WrittenField(props: Props) {
  return props.field.type === 'date' ? <OnDay {...props} /> : <Typed {...props} />
}

function OnDay({ value, onChange, onDone }: Props) {
  return (
    <DatePanel
      when={value === undefined ? null : { day: String(value), time: null }}
      onPick={(when) => {
        onChange(when?.day)
        onDone()
      }}
    />
  )
}

/** Applied when complete: by Enter, by the button, or when the field is left. */
function Typed({ field, value, onChange, onDone }: Props) {
  const t = useTranslations('views.filter')
  const input = useRef<HTMLInputElement>(null)
  const keep = () => {
    const text = input.current?.value.trim() ?? ''
    if (text !== String(value ?? '')) onChange(text)
  }
  return (
    <form
      className="flex gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        keep()
        onDone()
      }}
    >
      <input
        ref={input}
        type={field.type === 'number' ? 'number' : 'text'}
        step="any"
        aria-label={field.name}
        placeholder={t('exactly')}
        defaultValue={value === undefined ? '' : String(value)}
        maxLength={500}
        autoFocus={!matchMedia('(pointer: coarse)').matches}
        onBlur={keep}
        className={`${inputClasses} h-8 pointer-coarse:h-11`}
      />
      <Button type="submit" size="sm" className="h-8!">
        {t('apply')}
      </Button>
    </form>
  )
}
