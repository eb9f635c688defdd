import { createHash } from 'node:crypto'
import { blockBytes, end, headerOf, paddingOf, readHeader } from './tar.ts'

/**
 * The file of a backup: a tar of parts of at most four megabytes, so that neither side holds more than one. After every thousand parts
 * comes what `sha256sum -c` takes; the last part has the hash of everything before it, so that no byte can change unnoticed, and none be
 * missing at the end.
 */
export type Part = { name: string; bytes: Buffer }

const partBytes = 4 * 1_048_576
const partsPerSums = 1_000
const sumsName = /^SHA256SUMS\.\d+$/
const lastName = 'END'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes of an archive of these parts; `madeAt` in ms is what its files are dated. */
export async function* written(parts: AsyncIterable<Part>, madeAt: number): AsyncGenerator<Buffer> {
  const mtime = Math.floor(madeAt / 1000)
  const whole = createHash('sha256')
  const entry = ({ name, bytes }: Part) => Buffer.concat([headerOf({ name, size: bytes.length, mtime }), bytes, paddingOf(bytes.length)])
  let sums: string[] = []
  let written = 0
  function* hashed(part: Part): Generator<Buffer> {
    const bytes = entry(part)
    whole.update(bytes)
    yield bytes
  }
  function* summed(): Generator<Buffer> {
    if (sums.length === 0) return
    written += 1
    yield* hashed({ name: `SHA256SUMS.${String(written).padStart(6, '0')}`, bytes: Buffer.from(sums.join('')) })
    sums = []
  }
  for await (const part of parts) {
    sums.push(`${sha256(part.bytes)}  ${part.name}\n`)
    yield* hashed(part)
    if (sums.length === partsPerSums) yield* summed()
  }
  yield* summed()
  yield entry({ name: lastName, bytes: Buffer.from(`${whole.digest('hex')}\n`) })
  yield end
}

/** Cuts what belongs together into parts `stem/000001`, …; the last one is shorter. Nothing makes an empty one. */
export async function* cut<R>(stem: string, chunks: AsyncGenerator<Buffer, R>): AsyncGenerator<Part, R> {
  let held: Buffer[] = []
  let size = 0
  let count = 0
  const part = (bytes: Buffer): Part => ({ name: `${stem}/${String(++count).padStart(6, '0')}`, bytes })
  for (;;) {
    const next = await chunks.next()
    if (next.done) {
      if (size > 0 || count === 0) yield part(Buffer.concat(held))
      return next.value
    }
    held.push(next.value)
    size += next.value.length
    if (size < partBytes) continue
    let rest = Buffer.concat(held)
    for (; rest.length >= partBytes; rest = rest.subarray(partBytes)) yield part(rest.subarray(0, partBytes))
    held = [rest]
    size = rest.length
  }
}

export class DamagedBackup extends Error {}

const damaged = (why: string): DamagedBackup =>
  new DamagedBackup(`The backup is incomplete or damaged: ${why}. Nothing was changed. Use another copy of it, or another backup.`)

/**
 * The parts of an archive, each checked as far as its own bytes go; those before the last one are not yet proven. Throws DamagedBackup at
 * the latest behind the last part, so read it to its end before believing it.
 */
export async function* readArchive(chunks: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const take = taker(chunks)
  const whole = createHash('sha256')
  let sums: string[] = []
  for (let first = true, mtime = 0; ; first = false) {
    const block = await take(blockBytes)
    const header = readHeader(block)
    if (!header || header.size > 2 * partBytes) throw damaged(first ? 'it does not start like a backup of Tandem' : 'invalid header')
    if (first) mtime = header.mtime
    if (header.mtime !== mtime) throw damaged('invalid header')
    const bytes = await take(header.size)
    const padding = await take(paddingOf(header.size).length)
    if (header.name === lastName) {
      if (bytes.toString('latin1') !== `${whole.digest('hex')}\n`) throw damaged('it was modified')
      if (sums.length > 0 || padding.some(Boolean)) throw damaged('its end is damaged')
      return await refuseMore(take)
    }
    whole.update(block).update(bytes).update(padding)
    if (sumsName.test(header.name)) {
      if (bytes.toString() !== sums.join('')) throw damaged(`${damagedIn(sums, bytes.toString()) ?? header.name} is damaged`)
      sums = []
      continue
    }
    if (sums.length === partsPerSums) throw damaged('checksums are missing')
    sums.push(`${sha256(bytes)}  ${header.name}\n`)
    yield { name: header.name, bytes }
  }
}

const damagedIn = (own: readonly string[], said: string): string | undefined =>
  own
    .find((line) => !said.includes(line))
    ?.slice(66)
    .trim()

type Take = (size: number, atEnd?: 'may end') => Promise<Buffer>

async function refuseMore(take: Take): Promise<void> {
  if (!(await take(end.length)).equals(end)) throw damaged('its end is damaged')
  if ((await take(1, 'may end')).length > 0) throw damaged('data was appended to it')
}

/** Exactly so many bytes at a time. */
function taker(chunks: AsyncIterable<Buffer>): Take {
  const source = chunks[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  return async (size, atEnd) => {
    const pieces = [held]
    for (let length = held.length; length < size; ) {
      const next = await source.next()
      if (next.done && atEnd) break
      if (next.done) throw damaged('it ends too early')
      pieces.push(next.value)
      length += next.value.length
    }
    const all = pieces.length === 1 ? held : Buffer.concat(pieces)
    held = all.subarray(size)
    return all.subarray(0, size)
  }
}
