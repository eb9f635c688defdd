import { type Access, type ErrorCode, errorCodes, type OperationSpec, refusals as reasons } from '@tandem/contract'
import { refusals } from '@tandem/contract/examples'
import { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { headerRefs, rateLimitHeaders } from './headers.ts'

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]

const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(codes).describe(codes.map((code) => `\`${code}\`: ${errorCodes[code].when}`).join('\n')),
      message: z.string().min(1).describe('What to do next, in a sentence.'),
      reason: z
        .string()
        .optional()
        .describe(
          `The message as a code. More may come; today: ${Object.keys(reasons)
            .map((reason) => `\`${reason}\``)
            .join(', ')}.`,
        ),
      params: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .optional()
        .describe('The values in the message, such as a limit or a name.'),
      details: z
        .unknown()
        .optional()
        .describe(
          'Details of the error. For a validation error, the problems of each field: `fieldErrors` as sentences, `fieldReasons` as reasons with params.',
        ),
    }),
  })
  .meta({ id: 'ErrorEnvelope', description: 'The body of every error response.' })

/** The refusals that an operation may answer, each a shared response by status and codes. */
export function errorResponsesOf(operation: OperationSpec): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    if (!mayAnswer(operation, code)) continue
    const { status } = errorCodes[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, of]) => [status, responseFor(of)]))
}

/** The errors that the entry names, those that follow from its kind and its access, and those of any request. */
function mayAnswer(operation: OperationSpec, code: ErrorCode): boolean {
  return (operation.errors ?? []).includes(code) || always.has(code) || (follows[code]?.(operation) ?? false)
}

/** On each route headers and query may be too large, and contain characters that texts must not. */
const always: ReadonlySet<ErrorCode> = new Set(['validation', 'payload_too_large', 'internal', 'unavailable'])

const isMutation = ({ kind }: OperationSpec): boolean => kind === 'mutation'
const isSafe = ({ rest }: OperationSpec): boolean => rest.startsWith('GET ')
export const isForAnyone = ({ access }: OperationSpec): boolean => 'public' in access && access.anyone === true

const follows: Partial<Record<ErrorCode, (operation: OperationSpec) => boolean>> = {
  unauthorized: ({ access }) => !('public' in access),
  // A bearer token is checked even where none is needed, and has its bucket there.
  invalid_token: (operation) => !isForAnyone(operation),
  rate_limited: (operation) => !isForAnyone(operation),
  // Requests that change something are refused from a foreign origin, with any credential.
  forbidden: (operation) => !isSafe(operation) || isRestricted(operation.access),
  not_found: ({ rest, access }) => rest.includes(':') || 'target' in access,
  // A clientMutationId used for something else, or others at work on the same thing.
  conflict: isMutation,
  unsupported_media_type: (operation) => !isSafe(operation),
}

function isRestricted(access: Access): boolean {
  if ('public' in access) return false
  return 'target' in access || access.scope !== undefined || access.credential !== undefined || access.instanceAdmin === true
}

const responses = new Map<string, ZodOpenApiResponseObject>()

function responseFor(of: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const id = of.map(pascal).join('Or')
  const known = responses.get(id)
  if (known) return known
  const made = describeResponse(id, of)
  responses.set(id, made)
  return made
}

function describeResponse(id: string, of: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(of.map((code) => [code, { value: { error: { code, ...refusals[code].error } } }]))
  return {
    id,
    description: of.map((code) => errorCodes[code].when).join(' Or: '),
    headers: headerRefs([...rateLimitHeaders, ...of.flatMap((code) => headersWith[code] ?? [])]),
    content: { 'application/json': { schema: errorEnvelope, examples } },
  }
}

const headersWith: Partial<Record<ErrorCode, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  invalid_token: ['WWW-Authenticate'],
  conflict: ['Retry-After'],
  rate_limited: ['Retry-After'],
  unavailable: ['Retry-After'],
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
