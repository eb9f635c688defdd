import { type QuietTime, quietUntil } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { mailedAfterMs } from '../../kernel/notices.ts'

/** In their quiet time people get no mail and no web push, and the ladder of questions waits for them. Specification: beyond §6. */
type Person = { id: string; quiet: QuietTime; timezone: string }

const withQuietTime = sql<Person>('select id, quiet, timezone from actors where id = any ($1::uuid[]) and quiet is not null limit 1000')

/** Those of these people who have quiet time now, each with its end. */
export async function quietNow(reader: Reader, actorIds: readonly string[], nowMs: number): Promise<Map<string, string>> {
  const people = actorIds.length === 0 ? [] : await reader.rows(withQuietTime, [actorIds])
  return new Map(
    people.flatMap(({ id, quiet, timezone }) => {
      const untilMs = quietUntil(quiet, timezone, nowMs)
      return untilMs === null ? [] : [[id, iso(untilMs)] as const]
    }),
  )
}

const at = parameter<string>('timestamptz')
const releaseMails = write(
  { actorId: parameter<string>('uuid'), soonest: at },
  ({ actorId, soonest }) => `update notification_mails set next_attempt_at = ${soonest}
  where actor_id = ${actorId} and attempts = 0 and next_attempt_at > ${soonest}`,
)
const releasePushes = write(
  { actorId: parameter<string>('uuid'), now: at },
  ({ actorId, now }) => `update push_messages set next_attempt_at = ${now}, held_until = ${now}
  where device_id in (select id from push_devices where actor_id = ${actorId}) and attempts = 0 and held_until > ${now}`,
)

/**
 * After a change of quiet time or time zone, held mails of the person are due, and are held again if it is still quiet. A mail that the
 * mail server refused before keeps the time of its next try.
 */
export function releaseHeld(act: Pick<PrivateAct<never>, 'now' | 'send'>, actorId: string): void {
  act.send(releaseMails({ actorId, soonest: iso(Date.parse(act.now) + mailedAfterMs) }))
  act.send(releasePushes({ actorId, now: act.now }))
}
