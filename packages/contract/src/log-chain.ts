import { canonicalJson } from './canonical-json.ts'
import type { Activity } from './verbs.ts'

/**
 * The chain of hashes in the log of a board: each activity has a hash over itself and the hash before it, so a log in which a row was
 * changed, removed or exchanged no longer verifies. Specification: beyond §7 (docs/verifiable-log.md).
 */
type Sha256 = (text: string) => string

/** The hash that stands before the first activity. */
export const chainStart = '0'.repeat(64)

/** The parts of an activity that its hash covers, besides the payload. */
export type Hashed = Pick<Activity, 'id' | 'verb' | 'actorId' | 'cardId'>
type Place = { before: string; seq: number; createdAt: string; payloadHash: string }

/** The text whose SHA-256 is the hash of an activity; `before` is the hash of the activity before it. */
export const chainedText = ({ id, verb, actorId, cardId }: Hashed, { before, seq, createdAt, payloadHash }: Place): string =>
  `${before}\n${id}\n${seq}\n${verb}\n${actorId}\n${cardId ?? ''}\n${createdAt}\n${payloadHash}`

/** A place in a log: the hash covers everything up to `seq`. */
export type LogPlace = { seq: number; hash: string }

/** `lastSeq`: the last activity of the log, which may have no hash yet. */
type LogHeadKept = LogPlace & { lastSeq?: number | undefined }

/** The first fault of a log. `seq` and `id` name the first activity that does not fit; `id` is null when it is not there. */
export type LogFault = { seq: number; id: string | null; kind: LogFaultKind; message: string }
export type LogFaultKind =
  | 'payload_changed'
  | 'activity_changed'
  | 'activities_swapped'
  | 'activity_missing'
  | 'activity_repeated'
  | 'hash_missing'
  | 'head_differs'
  | 'noted_hash_differs'

export type LogVerdict = {
  /** The last activity that was verified, with its hash. */
  seq: number
  hash: string
  /** Payloads emptied by an erasure: their hashes are kept, so that the chain still verifies. */
  erased: number
  /** Activities at the end that have no hash yet: the service is still computing those of an older release. */
  unhashed: number
  /** The first fault; later activities are not checked. */
  fault: LogFault | null
}

export type LogVerifier = {
  /** Takes the next activity, in the order of the log. Answers false once a fault was found. */
  take(activity: Activity): boolean
  /** `head`: the end of the log, as reported by its keeper; null if unknown. */
  end(head: LogHeadKept | null): LogVerdict
}

/** `noted`: places recorded earlier; the log must still have them unchanged. */
export function createLogVerifier(sha256: Sha256, noted: readonly LogPlace[] = []): LogVerifier {
  const wanted = new Map(noted.map(({ seq, hash }) => [seq, hash]))
  const hashOfNothing = sha256('{}')
  let last: LogPlace = { seq: 0, hash: chainStart }
  let erased = 0
  let unhashed = 0
  let fault: LogFault | null = null
  /** The activity under test. It is judged once the next one is known, because both together tell an exchange from a change. */
  let held: Activity | undefined

  return {
    take(activity) {
      look(activity)
      held = activity
      return fault === null
    },
    end(head) {
      look(undefined)
      held = undefined
      fault ??= faultAtEnd(head)
      return { ...last, erased, unhashed, fault }
    },
  }

  function look(next: Activity | undefined): void {
    if (!held || fault) return
    if (held.hash === undefined || held.payloadHash === undefined) {
      if (held.seq !== last.seq + unhashed + 1) fault = outOfOrder(held, last.seq + unhashed, next)
      unhashed += 1
      return
    }
    fault = faultOf(held, next)
    if (fault) return
    if (isEmpty(held.payload) && held.payloadHash !== hashOfNothing) erased += 1
    last = { seq: held.seq, hash: held.hash }
  }

  function faultOf(activity: Activity, next: Activity | undefined): LogFault | null {
    if (unhashed > 0) return faultAt(last.seq + 1, null, 'hash_missing', 'It has no hash, but an activity behind it has one.')
    if (activity.seq !== last.seq + 1) return outOfOrder(activity, last.seq, next)
    if (activity.hash !== hashOf(activity, activity.seq)) return changed(activity, next)
    if (activity.payloadHash !== sha256(canonicalJson(activity.payload)) && !isEmpty(activity.payload))
      return faultOn(activity, 'payload_changed', 'Its payload is not the one that was recorded.')
    const expected = wanted.get(activity.seq)
    if (expected !== undefined && expected !== activity.hash)
      return faultOn(activity, 'noted_hash_differs', `Its hash is ${activity.hash}, but ${expected} was noted: the log was rewritten.`)
    return null
  }

  /** The hash that an activity would have if it stood at `seq`, right behind the last one. */
  function hashOf(activity: Activity, seq: number): string {
    const { createdAt, payloadHash = '' } = activity
    return sha256(chainedText(activity, { before: last.hash, seq, createdAt, payloadHash }))
  }

  function changed(activity: Activity, next: Activity | undefined): LogFault {
    if (next?.hash !== undefined && next.hash === hashOf(next, activity.seq)) return swapped(activity, next)
    return faultOn(
      activity,
      'activity_changed',
      'Its hash does not follow from what it says and the hash before it: it or the activity before it was changed.',
    )
  }

  function outOfOrder(activity: Activity, before: number, next: Activity | undefined): LogFault {
    if (activity.seq <= before) return faultOn(activity, 'activity_repeated', `It appears after activity ${before}.`)
    if (next && next.seq === before + 1) return swapped(next, activity)
    const missing = activity.seq - before - 1
    const said = missing === 1 ? 'It is missing' : `It and ${missing - 1} behind it are missing`
    return faultAt(before + 1, null, 'activity_missing', `${said}: activity ${activity.seq} (${activity.id}) comes next.`)
  }

  function faultAtEnd(head: LogHeadKept | null): LogFault | null {
    const unseen = [...wanted].find(([seq]) => seq > last.seq)
    const known = Math.max(head?.seq ?? 0, unseen?.[0] ?? 0)
    if (known > last.seq && unhashed === 0)
      return faultAt(last.seq + 1, null, 'activity_missing', `It is missing: the log ends here, but activity ${known} was expected.`)
    if (known > last.seq) return faultAt(last.seq + 1, null, 'hash_missing', 'It has no hash, but the log is said to have one for it.')
    if (head && head.seq === last.seq && head.hash !== last.hash)
      return faultAt(last.seq, null, 'head_differs', `Its hash is ${last.hash}, but the head of the log says ${head.hash}.`)
    const [end, kept] = [last.seq + unhashed, head?.lastSeq ?? 0]
    if (kept > end)
      return faultAt(end + 1, null, 'activity_missing', `It is missing: the log ends here, but its last activity is said to be ${kept}.`)
    return null
  }
}

/** In their present order, the second one comes first. */
const swapped = (one: Activity, other: Activity): LogFault =>
  faultAt(Math.min(one.seq, other.seq), one.id, 'activities_swapped', `It and ${other.id} were swapped.`)

const isEmpty = (payload: object): boolean => {
  for (const _ in payload) return false
  return true
}

const faultAt = (seq: number, id: string | null, kind: LogFaultKind, message: string): LogFault => ({ seq, id, kind, message })
const faultOn = ({ seq, id }: Activity, kind: LogFaultKind, message: string): LogFault => faultAt(seq, id, kind, message)
