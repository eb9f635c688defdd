import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldsOf, loadRefusals, OfflineError, useFailureText, useRefusalWords } from '../../api/failure.ts'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { onFirstIntent } from '../loading/first-intent.ts'

export type Form = {
  busy: boolean
  /** The error of one field. */
  problemOf: (field: string) => string | null
  /** The error of the whole form. */
  problem: string | null
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** The state of a form: busy while it is sent, with each error beside its field. */
export function useForm(send: (values: Record<string, string>) => Promise<unknown>): Form {
  const text = useFailureText()
  const words = useRefusalWords()
  const { locale } = useLocaleChoice()
  const [busy, setBusy] = useState(false)
  // The button is disabled only when React has rendered: two presses may come before.
  const isSending = useRef(false)
  const [failure, setFailure] = useState<unknown>(null)
  const fields = fieldsOf(failure)
  useEffect(() => onFirstIntent(() => void loadRefusals(locale).catch(() => {})), [locale])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const values = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]))
    setBusy(true)
    setFailure(null)
    const done = () => {
      isSending.current = false
      setBusy(false)
    }
    void (navigator.onLine ? send(values) : Promise.reject(new OfflineError())).catch(setFailure).finally(done)
  }
  const problem = failure === null || Object.keys(fields).length > 0 ? null : text(failure)
  const problemOf = (field: string) => {
    const told = fields[field]
    return told ? (words(told) ?? told.message) : null
  }
  return { busy, submit, problem, problemOf }
}

/** The error of a whole form. While there is none it takes no row of a grid, whose gap would stay. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:absolute">
      {text && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger text-md">{text}</p>}
    </div>
  )
}
