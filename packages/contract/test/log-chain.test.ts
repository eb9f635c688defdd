import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Activity, canonicalJson, createLogVerifier, type LogPlace } from '../src/index.ts'

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const idAt = (seq: number): string => `019f0000-0000-7000-8000-${String(seq).padStart(12, '0')}`

/** A log whose hashes are computed from the specification, without the code under test. */
function logOf(length: number): Activity[] {
  let before = '0'.repeat(64)
  return Array.from({ length }, (_, at) => {
    const [seq, createdAt] = [at + 1, '2026-11-21T05:12:41.123Z']
    const [cardId, payloadHash] = [seq % 2 === 0 ? idAt(900) : null, sha256(`{"name":"${seq}","title":"Kessel №${seq}"}`)]
    const hash = sha256([before, idAt(seq), seq, 'card.created', idAt(800), cardId ?? '', createdAt, payloadHash].join('\n'))
    before = hash
    const payload = { title: `Kessel №${seq}`, name: String(seq) }
    return {
      id: idAt(seq),
      boardId: idAt(700),
      seq,
      cardId,
      actorId: idAt(800),
      verb: 'card.created',
      payload,
      createdAt,
      hash,
      payloadHash,
    }
  })
}

function verdict(log: readonly Activity[], head: LogPlace | null = null, noted: LogPlace[] = []) {
  const verifier = createLogVerifier(sha256, noted)
  for (const activity of log) verifier.take(activity)
  return verifier.end(head)
}

const log = logOf(9)
const placeOf = (seq: number): LogPlace => ({ seq, hash: log[seq - 1]?.hash ?? '' })
const changed = (seq: number, change: Partial<Activity>) => log.map((one) => (one.seq === seq ? { ...one, ...change } : one))
/** The contents of two activities are exchanged, and each keeps the other's position. */
const swappedRows = log.map((one) => (one.seq === 4 ? { ...log[4]!, seq: 4 } : one.seq === 5 ? { ...log[3]!, seq: 5 } : one))

test('a log holds whose hashes are made as the specification says, and ends where its head says', () => {
  expect(verdict(log, placeOf(9), [placeOf(3), placeOf(9)])).toEqual({ ...placeOf(9), erased: 0, unhashed: 0, fault: null })
  expect(verdict([])).toMatchObject({ seq: 0, hash: '0'.repeat(64), fault: null })
})

test.each([
  ['a payload that was changed', changed(4, { payload: { title: 'Another' } }), 4, 'payload_changed'],
  ['an actor', changed(4, { actorId: idAt(801) }), 4, 'activity_changed'],
  ['a card', changed(4, { cardId: null }), 4, 'activity_changed'],
  ['a time', changed(4, { createdAt: '2026-11-21T05:12:41.124Z' }), 4, 'activity_changed'],
  ['a verb', changed(4, { verb: 'card.archived' }), 4, 'activity_changed'],
  ['the first of all', changed(1, { actorId: idAt(801) }), 1, 'activity_changed'],
  ['the last of all', changed(9, { actorId: idAt(801) }), 9, 'activity_changed'],
  ['a hash', changed(4, { hash: sha256('x') }), 4, 'activity_changed'],
  ['a payload with its hash', changed(4, { payload: {}, payloadHash: sha256('{}') }), 4, 'activity_changed'],
  ['an activity that was removed', log.toSpliced(3, 1), 4, 'activity_missing'],
  ['several', log.toSpliced(3, 3), 4, 'activity_missing'],
  [
    'one that was removed, with those behind it moved up',
    log.toSpliced(3, 1).map((one, at) => ({ ...one, seq: at + 1 })),
    4,
    'activity_changed',
  ],
  ['the first, removed', log.slice(1), 1, 'activity_missing'],
  ['the end, cut off', log.slice(0, 7), 8, 'activity_missing'],
  ['two that stand in each other’s place', log.toSpliced(3, 2, log[4]!, log[3]!), 4, 'activities_swapped'],
  ['two that have each other’s place', swappedRows, 4, 'activities_swapped'],
  ['one that stands there twice', log.toSpliced(4, 0, log[3]!), 4, 'activity_repeated'],
  ['a hash that was taken away', changed(4, { hash: undefined }), 4, 'hash_missing'],
  ['the last hash, taken away', changed(9, { hash: undefined }), 9, 'hash_missing'],
] as const)('found: %s', (_, tampered, seq, kind) => {
  const { fault, ...rest } = verdict(tampered, placeOf(9))
  expect([fault?.seq, fault?.kind]).toEqual([seq, kind])
  // The part that holds before the fault is reported too.
  expect(rest.seq).toBeLessThanOrEqual(seq)
  if (fault?.id && kind !== 'activities_swapped') expect(fault.id).toBe(tampered.find((one) => one.seq === seq)?.id)
})

test('a log that was written anew holds by itself, and not against what was noted of it', () => {
  const other = logOf(9).map((one) => ({ ...one, actorId: idAt(801) }))
  let before = '0'.repeat(64)
  for (const one of other) {
    const { id, seq, verb, actorId, cardId, createdAt, payloadHash } = one
    before = one.hash = sha256([before, id, seq, verb, actorId, cardId ?? '', createdAt, payloadHash].join('\n'))
  }
  expect(verdict(other, { seq: 9, hash: before }).fault).toBeNull()
  expect(verdict(other, { seq: 9, hash: before }, [placeOf(5)]).fault).toMatchObject({ seq: 5, kind: 'noted_hash_differs' })
  expect(verdict(other, placeOf(9)).fault).toMatchObject({ seq: 9, kind: 'head_differs' })
  expect(verdict(log.slice(0, 4), null, [placeOf(6)]).fault).toMatchObject({ seq: 5, kind: 'activity_missing' })
})

test('a payload that an erasure emptied does not break it, and activities at the end may have no hash yet', () => {
  expect(verdict(changed(4, { payload: {} }), placeOf(9))).toMatchObject({ seq: 9, erased: 1, fault: null })
  const behind = log.map((one) => (one.seq > 6 ? { ...one, hash: undefined, payloadHash: undefined } : one))
  expect(verdict(behind, placeOf(6))).toMatchObject({ ...placeOf(6), unhashed: 3, fault: null })
  expect(verdict(behind.toSpliced(7, 1), placeOf(6)).fault).toMatchObject({ seq: 8, kind: 'activity_missing' })
})

test('canonical JSON has sorted keys, no white space, and numbers and strings as RFC 8785 shows them', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
  // By UTF-16 code units: a surrogate pair comes before U+FB33, and 10 before 9.
  const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7, '10': 8, '9': 9 }
  expect(canonicalJson(keys)).toBe('{"\\r":2,"1":4,"10":8,"9":9,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}')
  // As JSON.stringify does: undefined values are left out, and `toJSON` is used.
  const odd = { b: undefined, a: [undefined, Number.NaN], c: new Date(0), d: { toJSON: () => ({ z: 1, y: 2 }) } }
  expect(canonicalJson(odd)).toBe('{"a":[null,null],"c":"1970-01-01T00:00:00.000Z","d":{"y":2,"z":1}}')
  expect(JSON.parse(canonicalJson(odd))).toEqual(JSON.parse(JSON.stringify(odd)))
})
