import { TandemError } from '@tandem/contract'
import type { Database } from '../../db/database.ts'
import type { Intake } from '../../files/intake.ts'
import type { Reservations } from '../../files/reservations.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Policy } from '../../kernel/mutation.ts'
import type { Source } from './entries.ts'
import type { ImportRow } from './import-row.ts'
import type { Tally } from './report.ts'
import type { Written } from './written.ts'

/** An import that somebody has claimed: whoever else claims it, because this one has been silent for too long, counts one attempt more. */
export type Claimed = ImportRow & { actor_kind: 'human' | 'agent'; actor_gone: boolean }

export type ImportDeps = {
  database: Database
  clock: Clock
  kernel: Kernel
  policy: Policy
  reservations: Reservations
  /** For the attached files in an archive. */
  intake: Intake
}

/** It is somebody else's by now, or over. Nothing of this attempt counts. */
export class LostImport extends TandemError {
  constructor() {
    super('conflict', 'This import is in other hands by now.')
  }
}

/** Longer than a page, or the writing of a file, may take. */
export const leaseMs = 300_000

/** One attempt at an import. */
export type Run = {
  deps: ImportDeps
  claimed: Claimed
  boardId: string
  source: Source
  tally: Tally
  written: Written
  /** Of attached files so far. */
  usedBytes: number
}
