import { type Reason, TandemError } from '@tandem/contract'
import type { Method } from '@tandem/contract/mcp'

type Details = { fieldErrors?: Record<string, string[]>; field?: { takes: string } }

/** Replacements for messages that name a REST request. */
const inTools: { [R in Reason]?: string } = {
  assignAgent: 'An agent cannot be assigned. Delegate the card to it instead: card_write delegate.',
  assignPerson: 'is a person. Assign the card to them instead: card_write assign.',
}

/** A refusal of parameters, in the words of the tool: operations know some parameters by another name. */
export function inWordsOf(binding: Method, given: TandemError): TandemError {
  const refusal = withoutRequest(given)
  const { fieldErrors, field } = (refusal.details ?? {}) as Details
  if (refusal.code !== 'validation' || fieldErrors === undefined) return refusal
  if (field) return unfitValue(field, refusal.reason)
  const { reason, params } = refusal
  const message = refusal.message.replace(/^[\w.]+(?=:)/, (path) => paramOf(binding, path))
  const problems = Object.entries(fieldErrors)
  // A single problem is in the message already: details would cost the model tokens for a repetition.
  if (problems.length < 2) return new TandemError('validation', message, { reason, params })
  return new TandemError('validation', message, {
    reason,
    params,
    details: Object.fromEntries(problems.map(([key, what]) => [paramOf(binding, key), what])),
  })
}

/** Keeps the fields that the next call needs in `details`. */
function withoutRequest(refusal: TandemError): TandemError {
  const { code, reason, message, details } = refusal
  const said = inTools[reason as Reason]
  if (said === undefined) return refusal
  const { request, fieldErrors } = (details ?? {}) as { request?: { body: object }; fieldErrors?: Record<string, string[]> }
  const [field] = Object.keys(fieldErrors ?? {})
  if (field === undefined) return new TandemError(code, said, { reason, details: request?.body })
  return new TandemError(code, message.replace(/: .*/s, `: ${said}`), { reason, details: { fieldErrors: { [field]: [said] } } })
}

/** Names that people gave are in details only, never in the message, which models may trust as ours. */
function unfitValue({ takes, ...field }: { takes: string }, reason: string | undefined): TandemError {
  return new TandemError('validation', `value: is not valid. This field takes ${takes}.`, { reason, details: { field } })
}

/** Of a path such as `q` or `usage.inputTokens`. */
function paramOf({ as = {}, within = {} }: Method, path: string): string {
  const [outer = '', inner] = path.split('.')
  if (inner !== undefined && within[inner] === outer) return inner
  return Object.entries(as).find(([, known]) => known === outer)?.[0] ?? path
}
