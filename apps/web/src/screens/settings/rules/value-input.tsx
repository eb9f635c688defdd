import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { Choice, lineClasses } from '../automation/choice.tsx'
import type { Kind } from './attributes.ts'
import { useChoices } from './choices.ts'
import { useValueWords } from './rule-words.tsx'

export type Scalar = string | number | boolean
type Props = { label: string; kind: Kind; field?: string; value: Scalar; onChange: (value: Scalar) => void }

const inputTypes: Partial<Record<Kind, 'number' | 'date'>> = { number: 'number', date: 'date' }
/** A control holds text. */
const readAs = (kind: Kind, text: string): Scalar => {
  if (kind === 'number') return text === '' ? '' : Number(text)
  return kind === 'checkbox' ? text === 'true' : text
}

/** The input for one value of a rule, typed or chosen according to its kind. */
export function ValueInput({ label, kind, field, value, onChange }: Props) {
  const choices = useChoices()(kind, field)
  if (choices) return <Choice label={label} value={String(value)} choices={choices} onChange={(text) => onChange(readAs(kind, text))} />
  const shown = kind === 'date' ? String(value).slice(0, 10) : String(value)
  return (
    <input
      aria-label={label}
      type={inputTypes[kind] ?? 'text'}
      step={kind === 'number' ? 'any' : undefined}
      value={shown}
      maxLength={1_000}
      onChange={(event) => onChange(readAs(kind, event.target.value))}
      className={classes(lineClasses, 'min-w-32 flex-1')}
    />
  )
}

type SeveralProps = Omit<Props, 'value' | 'onChange'> & { values: readonly Scalar[]; onChange: (values: Scalar[]) => void }

/** Several values: the present ones, each with a button that removes it, and a control that adds one. */
export function SeveralValues({ label, kind, field, values, onChange }: SeveralProps) {
  const t = useTranslations('automation')
  const words = useValueWords()
  const choices = useChoices()(kind, field)
  const add = (value: Scalar) => value !== '' && !values.includes(value) && onChange([...values, value])
  const left = choices?.filter(([one]) => !values.includes(readAs(kind, one)))
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      {values.map((value) => (
        <span key={String(value)} className="inline-flex h-7 items-center gap-1 rounded-md bg-hover pl-2 font-medium">
          <span className="max-w-40 truncate">{words(kind, value, field)}</span>
          <button
            type="button"
            aria-label={t('without', { name: words(kind, value, field) })}
            onClick={() => onChange(values.filter((one) => one !== value))}
            className="grid size-7 place-items-center rounded-md text-ink-3 hover:text-ink"
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
      {left ? (
        left.length > 0 && (
          <Choice label={label} value="" placeholder={t('add')} choices={left} onChange={(text) => add(readAs(kind, text))} />
        )
      ) : (
        <AddText label={label} kind={kind} onAdd={add} />
      )}
    </span>
  )
}

function AddText({ label, kind, onAdd }: { label: string; kind: Kind; onAdd: (value: Scalar) => void }) {
  const t = useTranslations('automation')
  const [text, setText] = useState('')
  const add = () => {
    onAdd(readAs(kind, text.trim()))
    setText('')
  }
  return (
    <input
      aria-label={label}
      placeholder={t('addByEnter')}
      type={inputTypes[kind] ?? 'text'}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => text.trim() !== '' && add()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        if (text.trim() !== '') add()
      }}
      className={classes(lineClasses, 'w-40')}
    />
  )
}
