import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'
import type { Verb } from './verbs.ts'

export type Role = 'viewer' | 'member' | 'admin'

/** The record that is loaded through its authorised board before the handler runs. The input carries its id as `<target>Id`. */
export type Target =
  | 'board'
  | 'list'
  | 'card'
  | 'comment'
  | 'checklistItem'
  | 'session'
  | 'webhook'
  | 'label'
  | 'field'
  | 'attachment'
  | 'view'
  | 'rule'
  | 'integration'

/** The access rule of an operation. */
export type Access =
  /**
   * Loads `target`; the caller needs `role` on its board and, with a token, `scope`. A call with only fields of `lesser` needs that role
   * instead.
   */
  | { target: Target; role: Role; scope: Scope; credential?: 'session'; lesser?: { role: Role; fields: readonly string[] } }
  /**
   * A private act of the signed-in actor, without a board. `credential: 'session'` = the cookie of a person, never a bearer token.
   * `findsBoard`: it finds its board itself, among those where the caller has that role.
   */
  | { self: true; scope?: Scope; credential?: 'session'; instanceAdmin?: true; findsBoard?: Role }
  /** No credential needed; `anyone` = a credential is ignored, so that an invalid one is no reason to refuse. */
  | { public: true; anyone?: true }

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An entry of the catalogue. A served operation does not compile without an example in examples/. */
export type OperationSpec = {
  summary: string
  /** The section of the specification. */
  spec: string
  kind: 'read' | 'mutation'
  access: Access
  /** Flat: REST fills it from path, query and body. */
  input: z.ZodObject
  output: z.ZodType | null
  /** `METHOD /path/:input`. */
  rest: `${HttpMethod} /${string}`
  /** Status of success; 200 when absent, 204 when there is no output. */
  status?: 200 | 201 | 202 | 204
  /** The verbs it may record; recording another does not compile. */
  records?: readonly Verb[]
  /** Codes beyond those of every operation with the same access rule. */
  errors?: readonly ErrorCode[]
  /** The output is an array with `Link: <…>; rel="next"` where more exists. */
  paged?: true
  /** Output properties that are shown once: stored results have null in their place. */
  secrets?: readonly string[]
  /** Its input has secrets under names that only the caller knows: nothing of it is stored, not even a hash. */
  secretInput?: true
  /** A mutation of a board that may end credentials. */
  endsCredentials?: true
  /** A mutation of a board that is also allowed while it is archived; all others are refused there. */
  onArchived?: true
  /** No row in the audit log: it changes nothing of interest to an investigation. */
  unaudited?: true
  /** With `dryRun` in its input it is a dry run, and answers as the call itself does. */
  tries?: true
  /** The body is not JSON. */
  body?: 'multipart'
}

const clientMutationId = z
  .string()
  .min(1)
  .max(128)
  .describe('A fresh id per logical mutation (a UUID is best): sent again, it returns the first result and applies nothing twice.')

type WithMutationId<S extends z.ZodObject> = z.ZodObject<
  S['shape'] & { clientMutationId: z.ZodOptional<typeof clientMutationId> },
  S['_zod']['config']
>

/** A mutation: `clientMutationId` is added to its input. */
export function mutation<const S extends Omit<OperationSpec, 'kind'>>(
  spec: S,
): S & { kind: 'mutation'; input: WithMutationId<S['input']> } {
  const input = spec.input.extend({ clientMutationId: clientMutationId.optional() })
  return { ...spec, kind: 'mutation', input } as unknown as S & { kind: 'mutation'; input: WithMutationId<S['input']> }
}

/** A read: it changes nothing. */
export function read<const S extends Omit<OperationSpec, 'kind'>>(spec: S): S & { kind: 'read' } {
  return { ...spec, kind: 'read' }
}

/** The number of properties in the body of a DELETE as sent: some proxies drop such bodies. */
export const bodyPropertiesHeader = 'tandem-body-properties'

/** The agent's own session under which an act is recorded. */
export const sessionHeader = 'x-session-id'

/** The generation of the lease by which the calling process holds that session. */
export const generationHeader = 'x-session-generation'
