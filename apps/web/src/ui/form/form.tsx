import { type FormEvent, useEffect, useState } from 'react'
import { fieldsOf, loadRefusals, OfflineError, useFailureText, useRefusalWords } from '../../api/failure.ts'
import { useLocaleChoice } from '../../i18n/locale.tsx'

export type Form = {
  busy: boolean
  /** What the service says of one field. */
  problemOf: (field: string) => string | null
  /** What it says of the whole. */
  problem: string | null
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** A form that is sent once: busy while it is, with the problem beside the field that has it. */
export function useForm(send: (values: Record<string, string>) => Promise<unknown>): Form {
  const text = useFailureText()
  const words = useRefusalWords()
  const { locale } = useLocaleChoice()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const fields = fieldsOf(failure)
  useEffect(() => void loadRefusals(locale).catch(() => {}), [locale])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]))
    setBusy(true)
    setFailure(null)
    void (navigator.onLine ? send(values) : Promise.reject(new OfflineError())).catch(setFailure).finally(() => setBusy(false))
  }
  const problem = failure === null || Object.keys(fields).length > 0 ? null : text(failure)
  const problemOf = (field: string) => {
    const told = fields[field]
    return told ? (words(told) ?? told.message) : null
  }
  return { busy, submit, problem, problemOf }
}

/** What went wrong with a whole form. */
export function Problem({ text }: { text: string | null }) {
  return <div role="alert">{text && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger text-md">{text}</p>}</div>
}
