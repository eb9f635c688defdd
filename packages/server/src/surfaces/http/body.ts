import { TandemError } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import { deepest, refuseManyValues, tooDeep } from './body-size.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body; refuses what is no object, holds too many values, nests too deep, holds what is no text or would reach for a prototype. */
export function parseJsonBody(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (isEncoded(request)) {
    return done(new TandemError('unsupported_media_type', 'Compressed bodies are not taken. Send the body without Content-Encoding.'))
  }
  if (bytes.length === 0) return done(null, {})
  refuseManyValues(bytes)
  let body: unknown
  try {
    body = JSON.parse(utf8.decode(bytes))
  } catch {
    return done(new TandemError('validation', 'The body is not valid JSON in UTF-8. Send a JSON object.'))
  }
  const problem = isObject(body) ? problemIn(body) : 'The body must be a JSON object. Send one.'
  done(problem === null ? null : new TandemError('validation', problem), body)
}

/** The same rules for what arrives in a query. */
export function refuseInQuery(query: Record<string, unknown>): void {
  const problem = problemIn(query)
  if (problem) throw new TandemError('validation', problem)
}

/** Nothing of ours has such a name. */
export function refuseInPath(parameters: Record<string, string>): void {
  if (problemIn(parameters)) throw new TandemError('not_found', 'There is nothing here: the path holds a NUL character. Check the id.')
}

function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Walks without recursion: depth comes from the caller. */
export function problemIn(root: object): string | null {
  const open: [object, number][] = [[root, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (depth > deepest) return tooDeep().message
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || !isText(key)) return `The key ${JSON.stringify(key.slice(0, 100))} is not allowed. Leave it out.`
      const child = (value as Record<string, unknown>)[key]
      if (typeof child === 'string') {
        if (!isText(child)) return `The text of ${JSON.stringify(key.slice(0, 100))} holds a NUL or half of a surrogate pair. Remove it.`
      } else if (typeof child === 'object' && child !== null) open.push([child, depth + 1])
    }
  }
  return null
}

/** What the database can keep and give back unchanged. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}
