import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8_192)
let used = pool.length

/** Ten random bytes, drawn from the system in blocks of 8 KiB. */
function tenBytes(): Buffer {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 10
  return pool.subarray(used - 10, used)
}

/** A UUIDv7 (RFC 9562) of the given Unix time in milliseconds. */
export function uuidV7(atMs: number): string {
  const random = tenBytes().toString('hex')
  const time = atMs.toString(16).padStart(12, '0')
  const variant = (8 + (Number.parseInt(random.charAt(3), 16) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

/**
 * A UUIDv7 strictly above `last`, even when the clock stands still or steps back: then it is `last` plus a random step.
 * This is what makes id order equal to commit order on a board.
 */
export function uuidV7After(last: string | null, atMs: number): string {
  const candidate = uuidV7(atMs)
  if (last === null || candidate > last) return candidate
  return successorOf(last)
}

/** The milliseconds in a UUIDv7. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The greatest UUIDv7 of a millisecond. */
export function lastUuidOf(atMs: number): string {
  const time = Math.max(0, atMs).toString(16).padStart(12, '0').slice(-12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7fff-bfff-ffffffffffff`
}

/** Adds 1..2^32 to the 62 random bits; when they overflow, the next millisecond starts anew. */
function successorOf(id: string): string {
  const tail = BigInt(`0x${id.slice(19, 23)}${id.slice(24)}`) & 0x3fff_ffff_ffff_ffffn
  const next = tail + 1n + BigInt(tenBytes().readUInt32BE(0))
  if (next > 0x3fff_ffff_ffff_ffffn) return uuidV7(timeOf(id) + 1)
  const hex = (next | 0x8000_0000_0000_0000n).toString(16)
  return `${id.slice(0, 18)}-${hex.slice(0, 4)}-${hex.slice(4)}`
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}
