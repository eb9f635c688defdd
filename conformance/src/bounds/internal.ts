import { batches } from './internal/batches.ts'
import type { InternalBounds } from './internal/internal-bounds.ts'
import { mailAndNotices } from './internal/mail-and-notices.ts'
import { memory } from './internal/memory.ts'
import { operator } from './internal/operator.ts'
import { otherBounds } from './internal/other-bounds.ts'
import { texts } from './internal/texts.ts'
import { time } from './internal/time.ts'
import { web } from './internal/web.ts'

/** Bounds in the sources that are no limit for callers, with the reason. */
export const internalBounds: InternalBounds = [
  ...mailAndNotices,
  ...time,
  ...batches,
  ...memory,
  ...texts,
  ...otherBounds,
  ...operator,
  ...web,
]
