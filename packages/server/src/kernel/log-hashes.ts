import { hash } from 'node:crypto'
import { type Activity, chainedText, chainStart, type Hashed } from '@tandem/contract'

/** The hashes of a log, in lower-case hex. Specification: beyond §7 (docs/verifiable-log.md). */
export const sha256 = (text: string): string => hash('sha256', text)

/** Up to `hashedSeq` the log has hashes, and `lastHash` is the last of them. */
export type ChainHead = { hashedSeq: number; lastHash: string | null }

type Hashes = { hash: string | null; payloadHash: string | null }

type Chained = Hashed & Hashes & { seq: number; at: string }

/**
 * Gives the next activity its hashes and moves the head on. `canonicalPayload` is hashed, not stored: people and agents read the members of
 * a payload in the order in which they were recorded. The activity gets no hashes behind a gap, which instances of an older release leave: to fill
 * it here would take a round trip, so a worker does (workers/log-hashes.ts).
 */
export function chainOn(head: ChainHead, activity: Chained, canonicalPayload: string): void {
  const { seq, at: createdAt } = activity
  if (head.hashedSeq !== seq - 1) return
  const payloadHash = sha256(canonicalPayload)
  const hash = sha256(chainedText(activity, { before: head.lastHash ?? chainStart, seq, createdAt, payloadHash }))
  activity.payloadHash = payloadHash
  activity.hash = head.lastHash = hash
  head.hashedSeq = seq
}

/** The hashes of an activity for its reader; left out while it has none. */
export const shownHashes = ({ hash, payloadHash }: Hashes): Pick<Activity, 'hash' | 'payloadHash'> =>
  hash === null || payloadHash === null ? {} : { hash, payloadHash }

/** A hash as PostgreSQL reads a bytea. */
export const byteaOf = (hex: string | null): string | null => hex && `\\x${hex}`
