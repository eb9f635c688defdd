import { refusal, TandemError } from '@tandem/contract'
import { diskFull, isDiskFull } from '../db/full-disk.ts'

/** Bytes of a file from `start` to `end`, both inside. */
export type ByteRange = { start: number; end: number }

/**
 * A store for the bytes of files, under keys that the service generates. Input of callers never becomes part of a path. Specification:
 * decisions §3, reliability U1.
 */
export type FileStore = {
  /** Streams to the store. When it resolves the file is there whole and outlives a crash; when it throws, nothing is left of it. */
  put(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  get(key: string, range?: ByteRange): Promise<NodeJS.ReadableStream>
  /** Deletes a file, also one that a crash left half written. A missing file is no error. */
  remove(key: string): Promise<void>
}

/** The refusals of callers pass; anything else is the store's failure. */
export function storeFailure(error: unknown): TandemError {
  if (error instanceof TandemError) return error
  if (isDiskFull(error)) return diskFull(error)
  return refusal(
    'storeAway',
    {},
    {
      retryAfterSeconds: 30,
      cause: error,
    },
  )
}

export function missingFile(cause: unknown): TandemError {
  return refusal('fileMissing', {}, { cause })
}
