import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'
import type { Verb } from './verbs.ts'

export type Role = 'viewer' | 'member' | 'admin'

/** What the door loads, through the board that is authorised, before a handler runs. The input carries its id as `<target>Id`. */
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

/** Who may call an operation. */
export type Access =
  /** Loads `target`; the caller needs `role` on its board and, with a token, `scope`. A call with none but the fields of `lesser` needs that role. */
  | { target: Target; role: Role; scope: Scope; credential?: 'session'; lesser?: { role: Role; fields: readonly string[] } }
  /**
   * A private act of the signed-in actor: no board. `credential: 'session'` = a human's cookie, never a bearer. `findsBoard`: it finds its
   * board itself, among those where the caller has that role.
   */
  | { self: true; scope?: Scope; credential?: 'session'; instanceAdmin?: true; findsBoard?: Role }
  /** No credential needed; `anyone` = one that is sent is not looked at, so that a bad one is no reason to refuse. */
  | { public: true; anyone?: true }

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An entry of the catalogue. Its example stands in examples/, where one that is served needs one to compile. */
export type OperationSpec = {
  summary: string
  /** Section of the specification that rules here. */
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
  /** Codes beyond those that every operation of its access may answer. */
  errors?: readonly ErrorCode[]
  /** The output is an array with `Link: <…>; rel="next"` where more exists. */
  paged?: true
  /** Output properties that are shown once: stored results carry null in their place. */
  secrets?: readonly string[]
  /** Its input holds secrets under names that only the caller knows: of it nothing is kept, not even a hash. */
  secretInput?: true
  /** A mutation of a board that may end credentials. */
  endsCredentials?: true
  /** A mutation of a board that an archived one takes too; every other is refused there. */
  onArchived?: true
  /** No row in the audit log: it changes nothing that an investigation would look for. */
  unaudited?: true
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

/** A state-changing operation: `clientMutationId` is added to its input. */
export function mutation<const S extends Omit<OperationSpec, 'kind'>>(
  spec: S,
): S & { kind: 'mutation'; input: WithMutationId<S['input']> } {
  const input = spec.input.extend({ clientMutationId: clientMutationId.optional() })
  return { ...spec, kind: 'mutation', input } as unknown as S & { kind: 'mutation'; input: WithMutationId<S['input']> }
}

/** An operation that changes nothing. */
export function read<const S extends Omit<OperationSpec, 'kind'>>(spec: S): S & { kind: 'read' } {
  return { ...spec, kind: 'read' }
}

/** How many properties the body of a DELETE had when it was sent: some proxies drop such bodies. */
export const bodyPropertiesHeader = 'tandem-body-properties'
