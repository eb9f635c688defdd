import { ExternalLink } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveLine } from '../../../mutations/texts/save-text.ts'
import { useTyped } from '../../../mutations/texts/use-typed.ts'
import { classes } from '../../../ui/classes.ts'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { quietInput } from '../property.tsx'
import type { FieldProps } from './custom-fields.tsx'
import { type FieldOfBoard, isWebAddress, readers } from './values.ts'

const problems = { number: 'notANumber', url: 'notAnAddress' } as const
const isChecked = (type: string): type is keyof typeof problems => type in problems

type Props = Omit<FieldProps, 'field'> & { field: Pick<FieldOfBoard, 'name' | 'type'> }

/** Text, a number or an address. Enter saves it, Escape leaves it as it was, an empty field clears it. */
export function TypedField({ field, value, keep, disabled }: Props) {
  const t = useTranslations('details.fields')
  const id = useId()
  const { kept, typed, problem, setProblem } = useFieldText(field, value, keep)
  const address = field.type === 'url' && typeof value === 'string' && isWebAddress(value) ? value : null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Without a change, Escape closes the card.
    if (event.key === 'Escape' && problem === null && typed.text === kept) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setProblem(null)
      typed.leave()
    } else void typed.keep()
  }
  return (
    <div>
      <div className="flex items-center">
        <input
          aria-label={field.name}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : id}
          inputMode={field.type === 'number' ? 'decimal' : field.type === 'url' ? 'url' : 'text'}
          placeholder={t('none')}
          maxLength={10_000}
          disabled={disabled}
          value={typed.text}
          onChange={(event) => {
            setProblem(null)
            typed.type(event.target.value)
          }}
          onBlur={() => void typed.keep()}
          onKeyDown={onKeyDown}
          className={classes(quietInput, 'truncate')}
        />
        {address !== null && (
          <a
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={t('open', { name: field.name })}
            data-tip={t('open', { name: field.name })}
            className="inline-grid size-7 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover pointer-coarse:size-11"
          >
            <ExternalLink size={13} aria-hidden />
          </a>
        )}
      </div>
      {typed.theirs !== null && <Overtaken theirs={typed.theirs} onMine={() => void typed.keepMine()} onTheirs={typed.leave} />}
      {problem !== null && (
        <p id={id} role="alert" className="px-2 text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The text in the field, and why it cannot be saved. */
function useFieldText(field: Props['field'], value: Props['value'], keep: Props['keep']) {
  const t = useTranslations('details.fields')
  const [problem, setProblem] = useState<string | null>(null)
  const kept = value === null ? '' : String(value)
  const typed = useTyped(kept, async (text, base) => {
    const read = (one: string) => (readers[field.type] ?? readers.text)?.(one)
    const next = read(text)
    if (next === undefined) {
      setProblem(isChecked(field.type) ? t(problems[field.type]) : null)
      return false
    }
    // A saved value of an older release that the field no longer takes is compared as it is.
    const began = read(base)
    const value = began === undefined ? base : began
    return saveLine((_text, _base, refused) => keep(next, { value, refused }), 'value', { text: next === null ? '' : String(next), base })
  })
  return { kept, typed, problem, setProblem }
}
