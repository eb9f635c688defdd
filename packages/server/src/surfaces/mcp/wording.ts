import { TandemError } from '@tandem/contract'
import type { Method } from '@tandem/contract/mcp'

/** A refusal of what was sent, in the words of the tool: operations know some parameters by another name. */
export function inWordsOf(binding: Method, refusal: TandemError): TandemError {
  const { fieldErrors } = (refusal.details ?? {}) as { fieldErrors?: Record<string, string[]> }
  if (refusal.code !== 'validation' || fieldErrors === undefined) return refusal
  const message = refusal.message.replace(/^[\w.]+(?=:)/, (path) => paramOf(binding, path))
  const problems = Object.entries(fieldErrors)
  // What the message says already costs the model nothing twice.
  if (problems.length < 2) return new TandemError('validation', message)
  return new TandemError('validation', message, {
    details: Object.fromEntries(problems.map(([key, what]) => [paramOf(binding, key), what])),
  })
}

/** Of a path such as `q` or `usage.inputTokens`. */
function paramOf({ as = {}, within = {} }: Method, path: string): string {
  const [outer = '', inner] = path.split('.')
  if (inner !== undefined && within[inner] === outer) return inner
  return Object.entries(as).find(([, known]) => known === outer)?.[0] ?? path
}
