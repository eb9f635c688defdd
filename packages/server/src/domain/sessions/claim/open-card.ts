import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { type OnCard, onWire } from '../advance.ts'

/** Work begins on a card that is neither completed nor archived, and past its start. Specification: beyond §3. */

/** Whether the card `c` is open, as a condition; `now` is a parameter. */
export const cardIsOpen = (now: string): string =>
  `(c.completed_at is null and c.archived_at is null and (c.start_at is null or c.start_at <= ${now}::timestamptz))`

/** Throws conflict; the message says why the card is not open. */
export function requireOpen(tx: Mutation<never>, at: OnCard): void {
  const { archivedAt, completedAt, startAt } = at.card
  const details = { session: onWire(tx, at) }
  if (archivedAt !== null) throw refusal('cardClosed', { state: 'archived' }, { details })
  if (completedAt !== null) throw refusal('cardClosed', { state: 'completed' }, { details })
  if (startAt !== null && startAt > tx.now) throw refusal('cardNotStarted', { startAt }, { details })
}

/** `$1` queued sessions, `$2` now. */
const notOpen = sql<{ id: string }>(`select s.id from sessions s join cards c on c.board_id = s.board_id and c.id = s.card_id
  where s.id = any ($1::uuid[]) and not ${cardIsOpen('$2')}`)

/** Which of the sessions are queued on a card that is not open. */
export async function queuedOnNotOpen(
  reader: Reader & { now: string },
  of: readonly Pick<SessionRow, 'id' | 'state'>[],
): Promise<string[]> {
  const queued = of.filter(({ state }) => state === 'queued')
  if (queued.length === 0) return []
  return (await reader.rows(notOpen, [queued.map(({ id }) => id), reader.now])).map(({ id }) => id)
}
