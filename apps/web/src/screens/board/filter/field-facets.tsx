import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { DatePicker } from '../../../ui/date-picker.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { useDay } from '../../../ui/time.tsx'
import { Facet, OptionList } from './facet.tsx'
import type { Filter } from './filter.ts'

type Props = { board: BoardModel; filter: Filter; set: (change: Filter) => void }
type FieldModel = BoardModel['fields'][number]
type Value = string | number | boolean | undefined
type FacetProps = { field: FieldModel; value: Value; onChange: (value: Value) => void }

/** The board's own fields: what a card holds in them is exactly what is asked. */
export function FieldFacets({ board, filter, set }: Props) {
  return board.fields.map((field) => {
    const { [field.id]: value, ...others } = filter.field ?? {}
    const change = (next: Value) => set({ field: next === undefined || next === '' ? others : { ...others, [field.id]: next } })
    const Control = controls[field.type] ?? Typed
    return (
      <Facet key={field.id} name={field.name}>
        <Control field={field} value={value} onChange={change} />
      </Facet>
    )
  })
}

const controls: Partial<Record<string, (props: FacetProps) => React.ReactNode>> = { checkbox: Ticked, select: Chosen, date: OnDay }

function Ticked({ value, onChange }: FacetProps) {
  const t = useTranslations('views.filter')
  const options = [
    { value: 'true', name: t('ticked') },
    { value: 'false', name: t('notTicked') },
  ]
  const chosen = value === undefined ? [] : [String(value)]
  return (
    <OptionList options={options} chosen={chosen} onChange={(next) => onChange(next.length === 0 ? undefined : next.at(-1) === 'true')} />
  )
}

function Chosen({ field, value, onChange }: FacetProps) {
  const options = (field.options ?? []).map((option) => ({ value: option, name: option }))
  return <OptionList options={options} chosen={value === undefined ? [] : [String(value)]} onChange={(next) => onChange(next.at(-1))} />
}

function OnDay({ field, value, onChange }: FacetProps) {
  const t = useTranslations('views.filter')
  const dayName = useDay()
  const [open, setOpen] = useState(false)
  const day = value === undefined ? null : String(value)
  const text = day === null ? t('anyDay') : dayName(day)
  return (
    <DatePicker
      trigger={
        <Button size="sm" className="justify-start font-normal!" aria-label={`${field.name}: ${text}`}>
          <CalendarDays size={13} aria-hidden /> {text}
        </Button>
      }
      title={field.name}
      when={day === null ? null : { day, time: null }}
      open={open}
      onOpenChange={setOpen}
      onPick={(when) => onChange(when?.day)}
    />
  )
}

/** Asked once it is whole: with Enter, or when the field is left. */
function Typed({ field, value, onChange }: FacetProps) {
  return (
    <input
      key={String(value ?? '')}
      type={field.type === 'number' ? 'number' : 'text'}
      step="any"
      aria-label={field.name}
      defaultValue={value === undefined ? '' : String(value)}
      maxLength={500}
      onBlur={(event) => event.target.value.trim() !== String(value ?? '') && onChange(event.target.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      className={`${inputClasses} h-7 pointer-coarse:h-11`}
    />
  )
}
