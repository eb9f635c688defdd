import { type LinkedQuestion, type OpenQuestion, type Role, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { atLeast } from '../../../kernel/access.ts'
import { keyOf } from '../../cards/summary.ts'
import { isDue } from '../questions/deadline.ts'
import { isOfMembers } from '../questions/given.ts'
import { endOfQuestion } from '../questions/late.ts'
import type { AnswerLink } from './token.ts'

/** The question of a link, as long as its person may see and answer it. Specification: beyond §6. */
type Row = Pick<SessionRow, 'boardId' | 'question' | 'questionDueAt'> & {
  role: Role
  personName: string
  agentName: string
  boardName: string
  keyPrefix: string
  number: number
  title: string
  /** From the event that asked it: the session keeps no question that has ended. */
  asked: Omit<OpenQuestion, 'eventId' | 'askedAt'>
  askedAt: string
}
export type Linked = AnswerLink & Row

/** `$1` session, `$2` person, `$3` question. */
const findLinked = sql<Row>(`select s.board_id, s.question, s.question_due_at, m.role, p.name as person_name, a.name as agent_name,
    b.name as board_name, b.key_prefix, c.number, c.title, q.body as asked, q.created_at as asked_at
  from sessions s join boards b on b.id = s.board_id and b.deleted_at is null
  join effective_members m on m.board_id = b.id and m.actor_id = $2
  join actors p on p.id = m.actor_id and p.kind = 'human' and p.deactivated_at is null
  join actors a on a.id = s.agent_actor_id join cards c on c.id = s.card_id
  join session_events q on q.session_id = s.id and q.id = $3 and q.kind = 'question'
  where s.id = $1`)

/** Throws forbidden once the person may not answer it any more. */
export async function findQuestion(reader: Reader, link: AnswerLink): Promise<Linked> {
  const row = await reader.row(findLinked, [link.sessionId, link.actorId, link.questionEventId])
  if (!row) throw refusal('answerLinkEnded')
  if (isOfMembers(row.asked) && !atLeast(row.role, 'member')) throw refusal('approvalOfMembers')
  return { ...link, ...row }
}

export async function questionOnWire(reader: Reader & { now: string }, linked: Linked): Promise<LinkedQuestion> {
  const { asked, personName, agentName, boardName, keyPrefix, number, title, askedAt, option } = linked
  const context = { personName, agentName, boardName, cardKey: keyOf(keyPrefix, number), cardTitle: title }
  return { ...context, ...asked, askedAt, option, end: await endOf(reader, linked) }
}

async function endOf(reader: Reader & { now: string }, linked: Linked): Promise<LinkedQuestion['end']> {
  const { question, questionEventId } = linked
  if (question?.eventId !== questionEventId) {
    const { actorId, ...end } = await endOfQuestion(reader, linked)
    return { ...end, isYou: actorId === linked.actorId }
  }
  // The default counts from the deadline on, also before the service has taken it.
  if (!isDue(linked, reader.now)) return null
  return { by: 'default', name: null, isYou: false, answer: question.defaultOption ?? null, reason: null, at: linked.questionDueAt }
}
