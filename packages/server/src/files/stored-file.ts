import { createHash } from 'node:crypto'

export type StoredBytes = {
  key: string
  sizeBytes: number
  sha256: string
  /** The type recognised from the bytes; null when none was. */
  provenType: string | null
}

/** A file whose bytes are in the store already; operations receive it in place of the bytes. */
export class StoredFile extends File {
  readonly stored: StoredBytes

  /** `name` and `type` as the caller said them. */
  constructor(stored: StoredBytes, name: string, type: string) {
    super([], name, { type })
    this.stored = stored
  }

  /** The ledger compares this when a request is sent again. */
  toJSON(): unknown {
    return { name: this.name, sha256: this.stored.sha256 }
  }
}

/** Size, hash and first bytes of a stream on its way to the store. */
export type Seen = { bytes: AsyncGenerator<Buffer>; size(): number; sha256(): string; head(): Buffer }

/** Octets: the recognition of a type reads no more. */
export const headBytes = 4_100

/** Counts and hashes the stream and keeps its beginning; throws `tooLarge` as soon as there are more than `maxBytes`. */
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
