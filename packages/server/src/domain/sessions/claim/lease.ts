import { fieldRefusal, type Lease, refusal } from '@tandem/contract'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { isEnded } from '../machine.ts'

/**
 * A claimed session is held by a lease. Its generation is the fence: each lease that expires adds one, so that a process which has lost the
 * session writes nothing more into it. Specification: beyond §3.
 */
/** Of a session that no lease has held before. */
export const firstGeneration = 1

export function leaseOnWire({ leaseGeneration: generation, leaseExpiresAt: expiresAt }: SessionRow): Lease | null {
  return generation === null ? null : { generation, expiresAt }
}

/**
 * Throws validation for a write to a claimed session without a generation, conflict for an older generation. An ended session refuses with
 * its end instead.
 */
export function requireGeneration(session: SessionRow, given: number | undefined, isTakenAfterEnd = false): void {
  const current = session.leaseGeneration
  if (current === null || (isEnded(session.state) && !isTakenAfterEnd)) return
  if (given === undefined) throw fieldRefusal('generation', 'generationNeeded')
  if (given !== current) throw refusal('leaseLost', { current, given }, { details: { sessionId: session.id, generation: current } })
}

/** Whether the reporting process has lost the session to another one: its usage still counts. */
export const hasLost = ({ leaseGeneration: current }: SessionRow, given: number | undefined): boolean =>
  current !== null && given !== undefined && given < current

/**
 * When the lease ends after an act. One of the agent extends it; an answer starts it again. While people are asked none runs: how long that
 * takes says nothing about the agent.
 */
export function leaseAfter(session: SessionRow, { extends: isExtended, now }: { extends: boolean; now: string }): string | null {
  if (session.leaseSeconds === null || session.state !== 'working') return null
  return isExtended || session.leaseExpiresAt === null ? leaseFrom(now, session.leaseSeconds) : session.leaseExpiresAt
}

export const leaseFrom = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1_000).toISOString()
