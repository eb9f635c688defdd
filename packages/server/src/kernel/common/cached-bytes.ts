import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'

/** Of JSON level 4 leaves a seventh; level 6 takes three times as long for another 6 %. It runs beside the event loop. */
export const gzipped = (plain: Buffer | string): Promise<Buffer> => promisify(gzip)(plain, { level: 4 })

/** Bytes that many clients take. From the first one that takes them compressed they are kept in that form alone. */
export type CachedBytes = {
  plain(): Promise<Buffer>
  gzip(): Promise<Buffer>
  /** For a caller that cannot wait. */
  now(): Buffer
  /** How many they are for a client, and how many are kept. */
  plainBytes: number
  cachedBytes(): number
}

/** `onChange` gets the number of bytes by which the cache has grown or shrunk. */
export function cacheBytes(bytes: Buffer, onChange: (bytes: number) => void): CachedBytes {
  let kept: { plain: Buffer } | { gzip: Buffer } = { plain: bytes }
  let compressing: Promise<Buffer> | undefined

  async function compress(plain: Buffer): Promise<Buffer> {
    try {
      const gzip = await gzipped(plain)
      kept = { gzip }
      onChange(gzip.length - plain.length)
      return gzip
    } finally {
      compressing = undefined
    }
  }

  return {
    plain: async () => ('plain' in kept ? kept.plain : promisify(gunzip)(kept.gzip)),
    async gzip() {
      if ('gzip' in kept) return kept.gzip
      compressing ??= compress(kept.plain)
      return compressing
    },
    now: () => ('plain' in kept ? kept.plain : gunzipSync(kept.gzip)),
    plainBytes: bytes.length,
    cachedBytes: () => ('plain' in kept ? kept.plain : kept.gzip).length,
  }
}
