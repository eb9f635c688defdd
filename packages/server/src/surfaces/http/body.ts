import { refusal, type TandemError } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import { deepest, refuseManyValues, tooDeep } from './body-size.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body. Refuses one that is not an object, has too many values, nests too deep, has text that cannot be stored, or has a name
 * that reaches a prototype.
 */
export function parseJsonBody(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (isEncoded(request)) {
    return done(refusal('bodyCompressed'))
  }
  if (bytes.length === 0) return done(null, {})
  refuseManyValues(bytes)
  let body: unknown
  try {
    body = JSON.parse(utf8.decode(bytes))
  } catch {
    return done(refusal('bodyNoJson'))
  }
  const problem = isObject(body) ? problemIn(body) : refusal('bodyNoObject')
  done(problem, body)
}

/** The same rules for a query. */
export function refuseInQuery(query: Record<string, unknown>): void {
  const problem = problemIn(query)
  if (problem) throw problem
}

/** Nothing of ours has such a name. */
export function refuseInPath(parameters: Record<string, string>): void {
  if (problemIn(parameters)) throw refusal('nothingAtNul')
}

function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Walks without recursion: depth comes from the caller. */
export function problemIn(root: object): TandemError | null {
  const open: [object, number][] = [[root, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (depth > deepest) return tooDeep()
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || !isText(key)) return refusal('keyNotAllowed', { key: key.slice(0, 100) })
      const child = (value as Record<string, unknown>)[key]
      if (typeof child === 'string') {
        if (!isText(child)) return refusal('textNotAllowed', { key: key.slice(0, 100) })
      } else if (typeof child === 'object' && child !== null) open.push([child, depth + 1])
    }
  }
  return null
}

/** Whether PostgreSQL can store a text unchanged. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}
