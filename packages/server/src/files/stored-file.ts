import { createHash } from 'node:crypto'

export type StoredBytes = {
  key: string
  sizeBytes: number
  sha256: string
  /** What the bytes themselves say they are. */
  provenType: string | null
}

/** A file whose bytes lie in the store already: what an operation is given in place of them. */
export class StoredFile extends File {
  readonly stored: StoredBytes

  /** `name` and `type` as the caller said them. */
  constructor(stored: StoredBytes, name: string, type: string) {
    super([], name, { type })
    this.stored = stored
  }

  /** What the ledger compares when a request is sent again. */
  toJSON(): unknown {
    return { name: this.name, sha256: this.stored.sha256 }
  }
}

/** What has been seen of bytes on their way to the store. */
export type Seen = { bytes: AsyncGenerator<Buffer>; size(): number; sha256(): string; head(): Buffer }

/** Octets: the recognition of a type reads no more. */
const headBytes = 4_100

/** Counts, hashes and keeps the beginning of what passes; throws `tooLarge` as soon as there is more than `maxBytes`. */
export function watchBytes(source: AsyncIterable<Buffer>, maxBytes: number, tooLarge: () => Error): Seen {
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      hash.update(chunk)
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      yield chunk
    }
  }
  return { bytes: pass(), size: () => size, sha256: () => hash.digest('hex'), head: () => head }
}
