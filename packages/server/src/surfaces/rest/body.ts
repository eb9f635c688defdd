import { TandemError } from '@tandem/contract'

const deepest = 32

/** Parses a JSON body; refuses what is no object, nests too deep, carries NUL or would reach for a prototype. */
export function parseJsonBody(text: string, done: (error: Error | null, body?: unknown) => void): void {
  if (text.length === 0) return done(null, {})
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return done(new TandemError('validation', 'The body is not valid JSON. Send a JSON object.'))
  }
  const problem = isObject(body) ? problemIn(body) : 'The body must be a JSON object.'
  done(problem === null ? null : new TandemError('validation', problem), body)
}

/** The same rules for what arrives in a path or a query. */
export function refuseNul(values: Record<string, unknown>): void {
  const problem = problemIn(values)
  if (problem) throw new TandemError('validation', problem)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Walks without recursion: depth comes from the caller. */
function problemIn(root: object): string | null {
  const open: [object, number][] = [[root, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (depth > deepest) return `The body nests deeper than ${deepest} levels. Flatten it.`
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || key.includes('\0')) return `The key ${JSON.stringify(key)} is not allowed.`
      const child = (value as Record<string, unknown>)[key]
      if (typeof child === 'string') {
        if (child.includes('\0')) return `The text of ${JSON.stringify(key)} holds a NUL character. Remove it.`
      } else if (typeof child === 'object' && child !== null) open.push([child, depth + 1])
    }
  }
  return null
}
