import { type OperationSpec, refusal, TandemError } from '@tandem/contract'
import { z } from 'zod'
import { fieldReasonsOf, reasonOf } from './schema-reasons.ts'

export type Input = Record<string, unknown>

/** A text in a parsed input, such as an id; undefined where it has none. */
export function textIn(input: Input, name: string): string | undefined {
  const value = input[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Parses at the edge; a malformed id of the path's target is a missing target. With a problem the input is that of the path, and a
 * fitting clientMutationId; of a private operation also the board and the list that it names, which may be unknown to the caller.
 */
export function parseInput(operation: OperationSpec, raw: unknown): { input: Input; problem?: TandemError } {
  const parsed = operation.input.safeParse(raw)
  if (parsed.success) return { input: parsed.data }
  const given = (raw ?? {}) as Input
  const input = inputInPath(operation, given)
  const mutationId = operation.input.shape.clientMutationId?.safeParse(given.clientMutationId)
  if (mutationId?.success && mutationId.data !== undefined) input.clientMutationId = mutationId.data
  if ('self' in operation.access) Object.assign(input, fitting(operation, given, ['boardId', 'listId']))
  return { input, problem: validation(parsed.error) }
}

function fitting(operation: OperationSpec, given: Input, keys: readonly string[]): Input {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const parsed = operation.input.shape[key]?.safeParse(given[key])
      return parsed?.success && parsed.data !== undefined ? [[key, parsed.data]] : []
    }),
  )
}

/** The parameters of the path. Throws not_found for a malformed id. */
export function inputInPath(operation: OperationSpec, given: Input): Input {
  const inPath = [...operation.rest.matchAll(/:(\w+)/g)].flatMap(([, key = '']) => {
    const parsed = operation.input.shape[key]?.safeParse(given[key])
    if (!parsed?.success) throw refusal('idMalformed')
    return [[key, parsed.data]]
  })
  return Object.fromEntries(inPath)
}

function validation(error: z.ZodError): TandemError {
  const [first] = error.issues
  const where = first?.path.join('.') ?? ''
  const what = first?.message ?? 'is not valid'
  const message = where ? `${where}: ${what}. Fix the request and send it again.` : `${what}. Fix the request and send it again.`
  const details = { ...z.flattenError(error), fieldReasons: fieldReasonsOf(error) }
  return new TandemError('validation', message, { details, ...(first ? reasonOf(first) : { reason: 'unfit' }) })
}
