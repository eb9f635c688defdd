import { refusal, TandemError } from '@tandem/contract'
import pg from 'pg'
import { diskFull, isDiskFull } from './full-disk.ts'
import { NoServer } from './servers/failures.ts'

/**
 * The consequence of a database failure for a caller. `transient`: the same transaction may succeed when run again. `busy`: a lock was not
 * available in time. `away`: the connection is lost or silent, so it is not known whether the transaction was committed.
 */
export type Meaning = { error: unknown; transient: boolean; away: boolean; busy?: true }

const transientStates = new Set(['40001', '40P01'])
const lockTimeout = '55P03'
const statementTimeout = '57014'
const uniqueViolation = '23505'
const readOnly = '25006'
/** Connection exceptions, shutdowns, out of resources, read-only after a failover. */
const unavailableClasses = ['08', '53', '57P', '58', readOnly]

export function meaningOf(error: unknown): Meaning {
  if (error instanceof TandemError) return { error, transient: false, away: false }
  if (error instanceof pg.DatabaseError) return meaningOfState(error)
  if (isConnectionFailure(error)) return { error: unavailable(error), transient: false, away: true }
  return { error, transient: false, away: false }
}

function meaningOfState(error: pg.DatabaseError): Meaning {
  const state = error.code ?? ''
  if (isDiskFull(error)) return { error: diskFull(error), transient: false, away: true }
  if (transientStates.has(state)) return { error: busy(error), transient: true, away: false }
  if (state === lockTimeout) return { error: busy(error), transient: false, away: false, busy: true }
  if (state === uniqueViolation) return { error: conflict(error), transient: true, away: false }
  if (isOutdated(error)) return { error: unavailable(error), transient: true, away: false }
  if (state === statementTimeout) return { error: slow(error), transient: false, away: false }
  if (unavailableClasses.some((prefix) => state.startsWith(prefix))) return { error: unavailable(error), transient: false, away: true }
  return { error, transient: false, away: false }
}

/** A migration has changed the columns of a statement that a connection prepared before. Nothing of it was run. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** The server has become a standby since the connection was made. A new connection finds the primary. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === readOnly

/** `pg` reports broken connections and its own time-outs as plain errors. */
function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoServer) return true
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return (
    /^(ECONN|EPIPE|ENOENT|EACCES|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_)/.test(code) ||
    /connection|timeout|client was closed|not queryable|Cannot use a pool/i.test(error.message)
  )
}

function unavailable(cause: unknown): TandemError {
  return refusal('databaseAway', {}, { retryAfterSeconds: 1, cause })
}

/** A retry is likely to be just as slow, unless the database was busy. So clients are told to wait 5 s. */
function slow(cause: unknown): TandemError {
  return refusal('requestTooSlow', {}, { retryAfterSeconds: 5, cause })
}

function busy(cause: unknown): TandemError {
  return refusal('busy', {}, { retryAfterSeconds: 1, cause })
}

function conflict(cause: unknown): TandemError {
  return refusal('collides', {}, { cause })
}
