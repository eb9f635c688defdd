import { TandemError } from '@tandem/contract'
import { type FormEvent, useState } from 'react'
import { OfflineError, useFailureText } from '../../api/failure.ts'

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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const fields = fieldsOf(failure)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]))
    setBusy(true)
    setFailure(null)
    void (navigator.onLine ? send(values) : Promise.reject(new OfflineError())).catch(setFailure).finally(() => setBusy(false))
  }
  const problem = failure === null || Object.keys(fields).length > 0 ? null : text(failure)
  return { busy, submit, problem, problemOf: (field) => fields[field]?.[0] ?? null }
}

/** The flattened issues of `validation`. */
function fieldsOf(failure: unknown): Record<string, string[]> {
  if (!(failure instanceof TandemError) || typeof failure.details !== 'object' || failure.details === null) return {}
  const { fieldErrors } = failure.details as { fieldErrors?: Record<string, string[]> }
  return fieldErrors ?? {}
}
