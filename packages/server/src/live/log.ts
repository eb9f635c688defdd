import type { Activity } from '@tandem/contract'
import { type Reader, sql } from '../db/database.ts'
import { type ActivityRow, activityOnWire, pageOfActivities } from '../domain/boards/activity.ts'
import { type Counted, pageOf } from '../domain/pages.ts'

/** A page of a board's log; `leadsOn` when there are more activities. */
export type LogPage = { activities: Activity[]; leadsOn: boolean }

const pageLength = 200
/** Octets that are written to each socket at once. A socket with 4 MiB waiting is closed. */
const pageOctets = 524_288

const after = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq > $2 order by seq limit $3', 'seq', pageOctets))

export async function readLog(reader: Reader, boardId: string, seq: number): Promise<LogPage> {
  const { shown, leadsOn } = pageOf(await reader.rows(after, [boardId, seq, pageLength + 1]), pageLength)
  return { activities: shown.map(activityOnWire), leadsOn: leadsOn !== undefined }
}
