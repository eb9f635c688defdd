import { TandemError } from '@tandem/contract'
import type { Database } from '../../db/database.ts'
import type { Intake } from '../../files/intake.ts'
import type { Reservations } from '../../files/reservations.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Policy } from '../../kernel/mutation.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Covers } from './covers-left-out.ts'
import type { Source } from './formats/entries.ts'
import type { Tally } from './formats/report.ts'
import type { ImportRow } from './import-row.ts'
import type { Written } from './write/written.ts'

/** A claimed import. Another instance that claims it after the lease has expired counts one attempt more. */
export type Claimed = ImportRow & { actorKind: 'human' | 'agent'; actorGone: boolean }

export type ImportDeps = {
  database: Database
  clock: Clock
  kernel: Kernel
  policy: Policy
  reservations: Reservations
  /** Takes in the attached files of an archive. */
  intake: Intake
  /** Fetches the images of covers. */
  outbound: Pick<Outbound, 'get'>
}

/** Another instance has taken the import over, or it has ended: nothing of this attempt counts. It never leaves the worker. */
export class LostImport extends TandemError {
  constructor() {
    super('conflict', 'This import is in other hands by now.', { reason: undefined })
  }
}

/** With the poll of the worker, which renews it, another instance takes over within 10 s. */
export const leaseMs = 8_000

/** One attempt at an import. */
export type Run = {
  deps: ImportDeps
  claimed: Claimed
  boardId: string
  source: Source
  tally: Tally
  written: Written
  /** Octets of attached files so far. */
  usedBytes: number
  covers: Covers
  /** Aborts when the worker stops. */
  signal: AbortSignal
}
