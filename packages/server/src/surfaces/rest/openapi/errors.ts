import { type Access, type ErrorCode, errorCodes, type OperationSpec } from '@tandem/contract'
import { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { headerRefs } from './headers.ts'

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]

const errorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(codes).describe(codes.map((code) => `\`${code}\`: ${errorCodes[code].when}`).join('\n')),
      message: z.string().min(1).describe('What to do next, in a sentence.'),
      details: z.unknown().optional().describe('What stands in the way. Of a validation error the flattened problems.'),
    }),
  })
  .meta({ id: 'ErrorEnvelope', description: 'Every answer that is not a success.' })

const messages: Record<ErrorCode, { message: string; details?: unknown }> = {
  validation: {
    message: 'title: must not be empty. Mend the request and send it again.',
    details: { formErrors: [], fieldErrors: { title: ['must not be empty'] } },
  },
  delegation_required: {
    message: 'Agents are delegated, not assigned: POST /api/cards/019f0000-0000-7000-8000-000000000003/delegation instead.',
    details: {
      request: {
        method: 'POST',
        path: '/api/cards/019f0000-0000-7000-8000-000000000003/delegation',
        body: { agentActorId: '019f0000-0000-7000-8000-000000000006' },
      },
    },
  },
  unauthorized: { message: 'Sign in, or send a token in the header Authorization: Bearer kbt_….' },
  invalid_credentials: { message: 'The e-mail or the password is wrong. Try again, or ask for a new password.' },
  invalid_token: { message: 'This token is unknown, revoked or expired. Mint a new one.' },
  forbidden: {
    message: 'This needs the scope cards:write. Use a token that holds it.',
    details: { requiredScope: 'cards:write' },
  },
  not_found: { message: 'No such card, or it is not visible to you. Check the id.' },
  conflict: {
    message: 'The card has changed since you read it: its version is 7. Read it again and send the change with that version.',
    details: { currentVersion: 7 },
  },
  duplicate_email: { message: 'This e-mail is registered already. Sign in instead.' },
  payload_too_large: { message: 'The body is larger than 1 MiB. Send less.' },
  unsupported_media_type: { message: 'Send the body as application/json.' },
  rate_limited: { message: 'Too many requests. Try again in 3 s.' },
  internal: {
    message: 'Something went wrong on our side. Try again with the same clientMutationId; if it stays, tell the operator.',
  },
  unavailable: {
    message: 'The database cannot be reached right now. Nothing is known to be lost: try again with the same clientMutationId.',
  },
}

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

/** Beside what its entry names: what follows from its kind and its access, and what the surface may say of any request. */
function mayAnswer(operation: OperationSpec, code: ErrorCode): boolean {
  return (operation.errors ?? []).includes(code) || always.has(code) || (follows[code]?.(operation) ?? false)
}

/** A bearer is looked at on every route, also where none is needed; headers and query may be too large on each. */
const always: ReadonlySet<ErrorCode> = new Set([
  'validation',
  'invalid_token',
  'payload_too_large',
  'rate_limited',
  'internal',
  'unavailable',
])

const isMutation = ({ kind }: OperationSpec): boolean => kind === 'mutation'

const follows: Partial<Record<ErrorCode, (operation: OperationSpec) => boolean>> = {
  unauthorized: ({ access }) => !('public' in access),
  // A mutation from a foreign origin is refused, whoever sends it.
  forbidden: (operation) => isMutation(operation) || isRestricted(operation.access),
  not_found: ({ rest, access }) => rest.includes(':') || 'target' in access,
  // A clientMutationId used for something else, or others at work on the same thing.
  conflict: isMutation,
  unsupported_media_type: isMutation,
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
  const examples = Object.fromEntries(of.map((code) => [code, { value: { error: { code, ...messages[code] } } }]))
  return {
    id,
    description: of.map((code) => errorCodes[code].when).join(' Or: '),
    headers: headerRefs(of.flatMap((code) => headersWith[code] ?? [])),
    content: { 'application/json': { schema: errorEnvelope, examples } },
  }
}

const headersWith: Partial<Record<ErrorCode, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  invalid_token: ['WWW-Authenticate'],
  conflict: ['Retry-After'],
  rate_limited: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  unavailable: ['Retry-After'],
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
