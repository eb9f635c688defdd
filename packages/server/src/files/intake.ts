import { refusal, type TandemError } from '@tandem/contract'
import { fileTypeFromBuffer } from 'file-type'
import { meaningOf } from '../db/failures.ts'
import type { Reservations } from './reservations.ts'
import { StoredFile, watchBytes } from './stored-file.ts'

/** Takes in the bytes of a file for an operation that follows. Access is checked before. Specification: decisions §3, reliability U1. */
export type Intake = {
  readonly maxBytes: number
  /** Streams to the store. Throws payload_too_large beyond the limit; nothing of an incomplete file is left. */
  receive(bytes: AsyncIterable<Buffer>, about: { filename: string; contentType: string }): Promise<StoredFile>
  /** After the operation: deletes the file if that did not keep it, because it was refused or had been done before. */
  settle(file: StoredFile): Promise<void>
}

export function createIntake(reservations: Reservations, maxBytes: number): Intake {
  return {
    maxBytes,
    async receive(bytes, { filename, contentType }) {
      const seen = watchBytes(bytes, maxBytes, () => tooLarge(maxBytes))
      try {
        const key = await reservations.write(seen.bytes)
        const found = await fileTypeFromBuffer(seen.head())
        const stored = { key, sizeBytes: seen.size(), sha256: seen.sha256(), provenType: found?.mime ?? null }
        return new StoredFile(stored, filename, contentType)
      } catch (error) {
        throw meaningOf(error).error
      }
    },
    // A file that cannot be deleted now is removed by the sweep.
    settle: (file) => reservations.discard(file.stored.key).catch(() => {}),
  }
}

export function tooLarge(maxBytes: number): TandemError {
  return refusal('fileTooLarge', { bytes: maxBytes }, { details: { maxBytes } })
}
