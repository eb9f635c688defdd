import { useState } from 'react'
import { Button } from '../button.tsx'
import { Field } from './field.tsx'
import { Problem, useForm } from './form.tsx'

type Props = {
  label: string
  hint: string
  /** Null = no limit, shown as an empty field. */
  kept: number | null
  /** The name of the field in the API. */
  field: string
  disabled?: boolean
  texts: { save: string; saved: string }
  onSave: (cap: number | null) => Promise<unknown>
}

/** A form for the maximum number of concurrent agent sessions. */
export function CapForm({ label, hint, kept, field, disabled, texts, onSave }: Props) {
  // Null until the field is edited: an untouched field follows the changes of others.
  const [typed, setTyped] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const standing = String(kept ?? '')
  const value = typed ?? standing
  const form = useForm(async () => {
    await onSave(value === '' ? null : Number(value))
    setTyped(null)
    setSaved(true)
  })
  return (
    <form className="grid max-w-md gap-3" onSubmit={form.submit}>
      <Field
        label={label}
        hint={hint}
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000}
        disabled={disabled}
        value={value}
        onChange={(event) => {
          setSaved(false)
          setTyped(event.target.value)
        }}
        problem={form.problemOf(field)}
      />
      <Problem text={form.problem} />
      {!disabled && (
        <p className="flex items-center gap-3">
          <Button type="submit" busy={form.busy} disabled={value === standing}>
            {texts.save}
          </Button>
          <span role="status" className="text-ink-2 text-sm">
            {isSaved && texts.saved}
          </span>
        </p>
      )}
    </form>
  )
}
