import { TandemError } from '@tandem/contract'
import type { Method } from '@tandem/contract/mcp'

type Details = { fieldErrors?: Record<string, string[]>; field?: { takes: string } }

/** A refusal of what was sent, in the words of the tool: operations know some parameters by another name. */
export function inWordsOf(binding: Method, refusal: TandemError): TandemError {
  const { fieldErrors, field } = (refusal.details ?? {}) as Details
  if (refusal.code !== 'validation' || fieldErrors === undefined) return refusal
  if (field) return unfitValue(field, refusal.reason)
  const { reason, params } = refusal
  const message = refusal.message.replace(/^[\w.]+(?=:)/, (path) => paramOf(binding, path))
  const problems = Object.entries(fieldErrors)
  // What the message says already costs the model nothing twice.
  if (problems.length < 2) return new TandemError('validation', message, { reason, params })
  return new TandemError('validation', message, {
    reason,
    params,
    details: Object.fromEntries(problems.map(([key, what]) => [paramOf(binding, key), what])),
  })
}

/** What people have named stands in details, and in none of our sentences. */
function unfitValue({ takes, ...field }: { takes: string }, reason: string | undefined): TandemError {
  return new TandemError('validation', `value: does not fit. This field takes ${takes}.`, { reason, details: { field } })
}

/** Of a path such as `q` or `usage.inputTokens`. */
function paramOf({ as = {}, within = {} }: Method, path: string): string {
  const [outer = '', inner] = path.split('.')
  if (inner !== undefined && within[inner] === outer) return inner
  return Object.entries(as).find(([, known]) => known === outer)?.[0] ?? path
}
