import { TandemError } from '@tandem/contract'

/** A refusal of input that a schema cannot see, in the form of a schema's. */
export function invalid(field: string, problem: string): TandemError {
  return new TandemError('validation', `${field}: ${problem}`, { details: { formErrors: [], fieldErrors: { [field]: [problem] } } })
}
