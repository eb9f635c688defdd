import { sql } from '../../../db/database.ts'
import { parameter } from '../../../db/parameters.ts'
import { sessions } from '../../../db/tables/agents/sessions.ts'
import { pick, update, write } from '../../../db/writes.ts'
import { iso } from '../../../kernel/common/clock.ts'
import type { TargetMutation } from '../../../kernel/mutation.ts'
import { excerptOf, noticeInserts } from '../../../kernel/notices.ts'
import { quietNow } from '../../notifications/quiet.ts'
import { onCard } from '../advance.ts'
import { tierAbove } from '../route-question.ts'

/** An unanswered question goes to more and more people. Specification: service §3, decisions §4, beyond §6. */
type Tx = TargetMutation<never, 'session'>

export const climbAfterMs = 24 * 3_600_000
const page = 100

/** `$1` a day ago, `$2` now. */
export const unanswered = {
  due: sql<{ id: string }>(`select id from (
      select id, question_routed_at from sessions where question_tier < 3 and question_routed_at <= $1
      union select id, question_routed_at from sessions where question_climb_at <= $2 and question is not null
    ) due order by question_routed_at limit ${page}`),
  page,
}
const climb = update(sessions, { key: ['boardId', 'id'], set: ['questionTier', 'questionRoutedAt', 'questionClimbAt'] })
/** The climb is due a day after. */
const waitUntil = update(sessions, { key: ['boardId', 'id'], set: ['questionRoutedAt'] })
/** The people who were notified since the open question was asked. */
const toldBefore = sql<{ actorId: string }>(`select actor_id from notifications
  where session_id = $1 and reason = 'question' and created_at >= $2 limit 1000`)
/** The session whose open question it is, and whom to ask. */
const whom = { ...pick(sessions, ['boardId', 'id', 'cardId']), actorIds: parameter<readonly string[]>('uuid[]') }
type Whom = { readonly [Name in keyof typeof whom]: string }
/** The activity that asked the open question. */
const asking = ({ boardId, id, cardId }: Whom) => `select id, board_id, card_id, verb, actor_id from activities
  where board_id = ${boardId} and card_id = ${cardId} and verb = 'agent_session.question' and payload->>'sessionId' = ${id}::text
  order by id desc limit 1`
/**
 * A watcher of the card was told of the activity already, as of anything else on it. From now on it is asked of them: the one row that they
 * have of it makes room. Not of people who switched questions off in the inbox.
 */
const makeRoom = write(
  whom,
  (given) => `delete from notifications n using (${asking(given)}) a where n.activity_id = a.id and n.actor_id = any (${given.actorIds})
  and n.reason = 'watching'
  and not exists (select from notification_settings s where s.actor_id = n.actor_id and s.reason = 'question' and s.inbox is false)`,
)
const takes = { ...whom, now: parameter<string>('timestamptz'), excerpt: parameter<string | null>('text') }
/** The notification of a later tier tells of the activity that asked the question. */
const ofTier = (given: { readonly [Name in keyof typeof takes]: string }) =>
  noticeInserts(`select uuid_at(${given.now}) as id, n.actor_id, a.id as activity_id, a.board_id, a.card_id, ${given.id} as session_id,
    'question' as reason, a.verb, a.actor_id as by_actor_id, ${given.excerpt} as excerpt, null::text as because, ${given.now} as created_at,
    null::timestamptz as read_at
  from unnest(${given.actorIds}) as n(actor_id) cross join lateral (${asking(given)}) a`)
const tellTier = {
  inbox: write(takes, (given) => ofTier(given).inbox),
  inboxAndMail: write(takes, (given) => ofTier(given).inboxAndMail),
}

/**
 * Moves a question to the next tier: one tier per day, and once before its deadline. On a board without people it tries again a day later:
 * the question waits for someone to join. If everyone of the next tier has quiet time, that tier is tried again when the first of them can
 * be notified.
 */
export async function climbLadder(tx: Tx): Promise<boolean> {
  const { target: session } = tx
  const { question, questionTier: tier, questionRoutedAt: routedAt, questionClimbAt: climbAt } = session
  if (!question || tier === null || routedAt === null) return false
  const isEarly = climbAt !== null && climbAt <= tx.now
  if (!isEarly && Date.parse(tx.now) - Date.parse(routedAt) < climbAfterMs) return false
  const already = (await tx.rows(toldBefore, [session.id, question.askedAt])).map((row) => row.actorId)
  const next = await tierAbove(tx, await onCard(tx, session), tier, already)
  const again = next && !isEarly ? await quietForAll(tx, next.actorIds) : null
  if (again !== null) {
    tx.send(waitUntil({ ...session, questionRoutedAt: iso(Date.parse(again) - climbAfterMs) }))
    return true
  }
  tx.send(climb({ ...session, questionTier: next?.tier ?? tier, questionRoutedAt: tx.now, questionClimbAt: isEarly ? null : climbAt }))
  if (next) askThem(tx, next.actorIds, question.question)
  return true
}

/** When the quiet time of the first of them ends; null when one of them has none now. */
async function quietForAll(tx: Tx, actorIds: readonly string[]): Promise<string | null> {
  const quiet = await quietNow(tx, actorIds, Date.parse(tx.now))
  return actorIds.every((id) => quiet.has(id)) ? ([...quiet.values()].toSorted()[0] ?? null) : null
}

function askThem(tx: Tx, actorIds: readonly string[], question: string): void {
  const asked = { ...tx.target, actorIds }
  const tellThem = tx.policy.mailEnabled ? tellTier.inboxAndMail : tellTier.inbox
  tx.send(makeRoom(asked))
  tx.send(tellThem({ ...asked, now: tx.now, excerpt: excerptOf(question) }))
}
