/** Every error code that leaves the service, with its HTTP status. Specification: service §7, decisions §1. */
export const errorCodes = {
  validation: { status: 400, when: 'The request failed validation; details name the fields.' },
  delegation_required: { status: 400, when: 'An agent cannot be assigned. details has the request that delegates the card.' },
  unauthorized: { status: 401, when: 'No credential, or a session that is no longer valid.' },
  invalid_credentials: { status: 401, when: 'Wrong e-mail or password.' },
  invalid_token: { status: 401, when: 'An unknown, revoked or expired bearer token.' },
  forbidden: { status: 403, when: 'Authenticated, but the scope, the role, the board limit or the origin does not allow it.' },
  not_found: { status: 404, when: 'It does not exist, or is not visible to the caller.' },
  conflict: { status: 409, when: 'The state does not allow it now; details say what stands in the way.' },
  budget_exceeded: { status: 409, when: 'The budget of the session or its board is used up; the message says what is still accepted.' },
  duplicate_email: { status: 409, when: 'An account with this e-mail already exists.' },
  payload_too_large: { status: 413, when: 'The body exceeds the limit.' },
  unsupported_media_type: { status: 415, when: 'The body has a content type that this operation does not accept.' },
  rate_limited: { status: 429, when: 'Too many requests. Try again after the time in Retry-After.' },
  internal: { status: 500, when: 'An unexpected failure of the service.' },
  unavailable: { status: 503, when: 'The service is overloaded, or its database is unavailable. Try again after the time in Retry-After.' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** The values in a sentence: limits, names, ids. */
export type Params = Readonly<Record<string, string | number>>

/** `reason` is the message's code in the table of refusals.ts, and `params` its values, for programs and other languages. */
export type ErrorEnvelope = { error: { code: ErrorCode; message: string; reason?: string; params?: Params; details?: unknown } }

type Extra = {
  details?: unknown
  retryAfterSeconds?: number | undefined
  cause?: unknown
  /** A reason of the table in refusals.ts, whose `refusal` creates the errors of the service; undefined if an answer came without one. */
  reason: string | undefined
  params?: Params | undefined
}

/** The one error that crosses a boundary. `message` tells the caller what to do next and holds no secret and no SQL. */
export class TandemError extends Error {
  readonly code: ErrorCode
  /** A string and no closed list, because a client may get reasons that are newer than itself. */
  readonly reason: string | undefined
  readonly params: Params | undefined
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, extra: Extra) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.name = 'TandemError'
    this.code = code
    this.reason = extra.reason
    this.params = extra.params
    this.details = extra.details
    this.retryAfterSeconds = extra.retryAfterSeconds
  }

  get status(): number {
    return errorCodes[this.code].status
  }

  envelope(): ErrorEnvelope {
    const { code, message, reason, params, details } = this
    return {
      error: {
        code,
        message,
        ...(reason !== undefined && { reason }),
        ...(params !== undefined && { params }),
        ...(details !== undefined && { details }),
      },
    }
  }
}

/**
 * A conflict with stored data: the same request would be refused again. A conflict with a time to try again is not one: the lock was not
 * available in time, and nothing was changed.
 */
export const isStateConflict = (failure: unknown): failure is TandemError =>
  failure instanceof TandemError && failure.code === 'conflict' && failure.retryAfterSeconds === undefined
