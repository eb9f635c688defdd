import { TandemError } from '@tandem/contract'

/** What a caller in a script can tell apart. */
export const exitCodes = {
  done: 0,
  failed: 1,
  'wrong usage': 2,
  'not allowed': 3,
  'service not reached': 4,
} as const

type Failed = Exclude<keyof typeof exitCodes, 'done'>

/** What a command cannot go on with; its message says what to do. */
export class Complaint extends Error {
  readonly kind: Failed

  constructor(kind: Failed, message: string) {
    super(message)
    this.kind = kind
  }
}

const refusals = new Set<string>(['unauthorized', 'invalid_token', 'forbidden'])

export function exitCodeOf(error: unknown): number {
  if (error instanceof Complaint) return exitCodes[error.kind]
  if (!(error instanceof TandemError)) return exitCodes.failed
  if (refusals.has(error.code)) return exitCodes['not allowed']
  return error.code === 'unavailable' ? exitCodes['service not reached'] : exitCodes.failed
}
