import { type Database, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { pushMessages } from '../../db/tables/service/push-messages.ts'
import { returning, write } from '../../db/writes.ts'
import { quietNow } from '../../domain/notifications/quiet.ts'
import { iso } from '../../kernel/common/clock.ts'
import { type Claimed, settlementsOn } from '../mail/queue.ts'
import type { Notice } from './message.ts'

/** Messages for push services; triggers queue them with the ids that they are about (migration 0110). Specification: beyond §6. */
const batch = 20
/** Browsers of one person whose push service hangs hold up no more of a batch than this. */
const mostOfOne = 5
const considered = 500

/** The message that a question is settled is sent after the one that asks it: the later one stays on the screen. */
export const claim = write(
  { now: pushMessages.nextAttemptAt, leaseEnd: pushMessages.nextAttemptAt },
  ({ now, leaseEnd }) => `with due as (
    select m.id, m.device_id, m.next_attempt_at from push_messages m where m.next_attempt_at <= ${now}
      and not (m.what = 'settled' and exists (select from push_messages o
        where o.device_id = m.device_id and o.question_event_id = m.question_event_id and o.what = 'question'))
    order by m.next_attempt_at, m.id limit ${considered}
  ), fair as (
    select due.id, row_number() over (partition by d.actor_id order by due.next_attempt_at, due.id) as nth, due.next_attempt_at
    from due join push_devices d on d.id = due.device_id
  )
  update push_messages set attempts = attempts + 1, next_attempt_at = ${leaseEnd} where id in (
    select id from push_messages where next_attempt_at <= ${now}
      and id in (select id from fair where nth <= ${mostOfOne} order by next_attempt_at, id limit ${batch})
    for update skip locked
  ) returning id, attempts`,
  returning<Claimed>(),
)

export type Message = Notice &
  Claimed & {
    actorId: string
    begins: string
    endpoint: string
    p256dh: string
    auth: string
    keyId: string
    publicKey: string
    privateSealed: string
  }
type Row = Omit<Message, 'session'> & Record<'sessionId', string | null> & Pick<SessionRow, 'question' | 'lastAnswer'>

/**
 * `begins`: the time from which it could be sent. Messages still worth sending: to a browser that is signed in, for a person who may see
 * the card.
 */
const stillToTell =
  sql<Row>(`select m.id, m.attempts, m.what, coalesce(m.held_until, m.created_at) as begins, m.question_event_id, d.id as device_id, d.actor_id, d.endpoint, d.p256dh, d.auth,
    k.id as key_id, k.public_key, k.private_sealed, r.locale as language, s.id as session_id, s.question, s.last_answer, a.name as agent_name,
    b.key_prefix, c.number, c.title as card_title, y.name as answerer_name
  from push_messages m
  join push_devices d on d.id = m.device_id
  join web_sessions w on w.id = d.web_session_id and w.expires_at > $2
  join actors r on r.id = d.actor_id and r.deactivated_at is null
  join push_keys k on k.id = d.key_id
  left join sessions s on s.board_id = m.board_id and s.id = m.session_id
  left join cards c on c.board_id = s.board_id and c.id = s.card_id
  left join boards b on b.id = c.board_id and b.deleted_at is null
  left join members p on p.board_id = b.id and p.actor_id = d.actor_id
  left join actors a on a.id = s.agent_actor_id
  left join actors y on y.id = (s.last_answer ->> 'answeredByActorId')::uuid
  where m.id = any ($1::uuid[]) and (m.what = 'test' or p.actor_id is not null)`)

/** Waits for the end of quiet time; it counts as no try. */
const hold = write(
  {
    ids: parameter<readonly string[]>('uuid[]'),
    attempts: parameter<readonly number[]>('int[]'),
    untils: parameter<readonly string[]>('timestamptz[]'),
  },
  ({ ids, attempts, untils }) => `update push_messages m
  set attempts = m.attempts - 1, next_attempt_at = c.until, held_until = c.until
  from unnest(${ids}, ${attempts}, ${untils}) as c(id, attempts, until) where m.id = c.id and m.attempts = c.attempts`,
)

const ofDevice = { id: parameter<string>('uuid') }
const noteTaken = write(
  { ...ofDevice, now: parameter<string>('timestamptz') },
  ({ id, now }) => `update push_devices set last_used_at = ${now}, failures = 0 where id = ${id}`,
)
const noteFailure = write(ofDevice, ({ id }) => `update push_devices set failures = failures + 1 where id = ${id}`)
const removeDevice = write(ofDevice, ({ id }) => `delete from push_devices where id = ${id}`)

export function createPushQueue(database: Database) {
  const settlements = settlementsOn('push_messages', database)
  return {
    ...settlements,
    /** Claims some due rows: their number, the rows that are not held, and those for which there may be a message. */
    async claim(nowMs: number, leaseEndMs: number): Promise<{ taken: number; rows: readonly Claimed[]; messages: Message[] }> {
      const claimed = await database.rows(claim({ now: iso(nowMs), leaseEnd: iso(leaseEndMs) }))
      if (claimed.length === 0) return { taken: 0, rows: [], messages: [] }
      const notices = await database.rows(stillToTell, [claimed.map(({ id }) => id), iso(nowMs)])
      const held = await holdInQuietTime(notices, nowMs)
      const isFree = ({ id }: Claimed) => !held.has(id)
      return { taken: claimed.length, rows: claimed.filter(isFree), messages: notices.filter(isFree).map(messageIn) }
    },
    noteTaken: (id: string, nowMs: number) => database.rows(noteTaken({ id, now: iso(nowMs) })),
    noteFailure: (id: string) => database.rows(noteFailure({ id })),
    /** With all that waits for it. */
    removeDevice: (id: string) => database.rows(removeDevice({ id })),
  }

  /**
   * Answers the ids of held messages. A test is sent at once: its person has just requested it. So is the end of a question: it silently
   * replaces a notification that is shown already.
   */
  async function holdInQuietTime(notices: readonly Row[], nowMs: number): Promise<Set<string>> {
    const ofQuestions = notices.filter(({ what }) => what === 'question')
    if (ofQuestions.length === 0) return new Set()
    const quiet = await quietNow(database, [...new Set(ofQuestions.map(({ actorId }) => actorId))], nowMs)
    const held = ofQuestions.flatMap((row) => {
      const until = quiet.get(row.actorId)
      return until === undefined ? [] : [{ ...row, until }]
    })
    const [ids, attempts, untils] = [held.map(({ id }) => id), held.map((row) => row.attempts), held.map(({ until }) => until)]
    if (held.length > 0) await database.rows(hold({ ids, attempts, untils }))
    return new Set(ids)
  }
}

const messageIn = ({ sessionId, question, lastAnswer, ...row }: Row): Message => ({
  ...row,
  session: sessionId === null ? null : { id: sessionId, question, lastAnswer },
})
