import { refusal, type TandemError } from '@tandem/contract'

/** No space, or no more of a quota; `53100` is PostgreSQL's. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export const isDiskFull = (error: unknown): boolean => error instanceof Error && codes.has((error as NodeJS.ErrnoException).code ?? '')

export function diskFull(cause: unknown): TandemError {
  return refusal('diskFull', {}, { retryAfterSeconds: 30, cause })
}
