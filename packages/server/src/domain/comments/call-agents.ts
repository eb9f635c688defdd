import { type AgentCall, type Explained, explained } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type SessionRow, sessions } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { CommentRow } from '../../db/tables/cards/comments.ts'
import { update } from '../../db/writes.ts'
import { notFound } from '../../kernel/access.ts'
import { lastUuidOf } from '../../kernel/common/ids.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { authorToTell } from '../authors.ts'
import type { MentionedMember } from '../mentions.ts'
import { advance, type OnCard } from '../sessions/advance.ts'
import type { Barred } from '../sessions/holds/barred.ts'
import { headOfChain } from '../sessions/may-invoke.ts'
import { liveSessionOf, openSession } from '../sessions/open.ts'
import { readSummaryRow } from '../summary-rows.ts'
import { authorOf } from './record.ts'

/** Sessions that mentions open per board and minute: a brake on agents that call one another. */
const mostPerMinute = 30

/** `$2` the greatest id of a minute ago. */
const openedLately = sql<{ count: number }>(`select count(*) as count from (
  select 1 from sessions where board_id = $1 and id > $2 and trigger->>'type' = 'mention' limit ${mostPerMinute}) lately`)

const workFor = update(sessions, { key: ['boardId', 'id'], set: ['onBehalfOf'] })

/** Of each mentioned agent what its mention is going to do: `left` is the answer where that opens no session. */
export type CallPlan = { card: CardFaceRow; head: string | null; agents: readonly Planned[] }
type Planned = { agent: MentionedMember; left: AgentCall | null; live?: SessionRow }

type Mention = { comment: CommentRow; isOutside: boolean; barred: Barred }

/**
 * A mention starts an agent: it gets a session or, when it has one on the card, a note in the trail of that session. An agent that is at
 * work on the card does not start other agents. The author gets the result for each mention, and so does the agent. Specification: service
 * §6, decisions §4, beyond §1.
 *
 * Only reads, so that what is recorded of the comment can notify of the result. Null where no agent is mentioned.
 */
export async function planCalls(
  tx: Mutation<never>,
  { comment, isOutside, barred }: Mention,
  mentioned: readonly MentionedMember[],
): Promise<CallPlan | null> {
  const agents = mentioned.filter((member) => member.kind === 'agent')
  if (agents.length === 0) return null
  const card = await tx.row(readSummaryRow, [tx.board.id, comment.cardId])
  if (!card) throw notFound('card')
  const authorIsAtWork = tx.principal.kind === 'agent' && (await liveSessionOf(tx, card.id, tx.principal.actorId)) !== undefined
  const aMinuteAgo = lastUuidOf(Date.parse(tx.now) - 60_000)
  const room = mostPerMinute - ((await tx.row(openedLately, [tx.board.id, aMinuteAgo]))?.count ?? 0)
  const head = await headOfChain(tx, card.id)
  const planning = { isOutside, card, authorIsAtWork, barred, room }
  const planned: Planned[] = []
  for (const agent of agents) planned.push(await plan(tx, planning, agent))
  return { card, head, agents: planned }
}

type Planning = { isOutside: boolean; card: CardFaceRow; authorIsAtWork: boolean; barred: Barred; room: number }

async function plan(tx: Mutation<never>, planning: Planning, agent: MentionedMember): Promise<Planned> {
  const { actorId: agentActorId, handle, canBeMentioned: mentionable } = agent
  const left = (because: NonNullable<AgentCall['because']>, { message, reason, params }: Explained, more?: Partial<AgentCall>) => ({
    agent,
    left: { handle, agentActorId, opened: false, because, message, reason, params, ...more },
  })
  if (planning.isOutside) return left('external', explained('mentionExternal', { handle }))
  if (!mentionable) return left('not_mentionable', explained('mentionIgnored', { handle }))
  const refused = planning.barred.get(agentActorId)
  if (refused) return left('not_allowed', refused)
  const live = await liveSessionOf(tx, planning.card.id, agentActorId)
  if (live) return { ...left('at_work', explained('mentionAtWork', { handle }), { sessionId: live.id }), live }
  if (planning.authorIsAtWork) return left('author_at_work', explained('mentionByWorker'))
  if (planning.room <= 0) return left('too_many', explained('mentionsTooMany', { count: mostPerMinute, handle }))
  planning.room -= 1
  return { agent, left: null }
}

/** Does what was planned, after the comment is recorded. */
export async function callAgents(
  tx: Mutation<'agent_session.created' | 'agent_session.log'>,
  comment: CommentRow,
  { card, head, agents }: CallPlan,
): Promise<AgentCall[]> {
  const calls: AgentCall[] = []
  for (const { agent, left, live } of agents) {
    if (live) addToSession(tx, comment, { session: live, card }, head)
    calls.push(left ?? (await open(tx, comment, { card, head, agent })))
  }
  return calls
}

function addToSession(tx: Mutation<'agent_session.log'>, comment: CommentRow, at: OnCard, head: string | null): void {
  // A session in which several people have their say hands nothing on with the rights of one of them.
  if (at.session.onBehalfOf !== head) tx.send(workFor({ ...at.session, onBehalfOf: null }))
  const said = { commentId: comment.id, body: comment.body, actorId: tx.principal.actorId }
  const payload = { type: 'mention', ...said, ...authorToTell(authorOf(comment)) }
  advance(tx, at, 'followUp', { body: () => payload, payload: () => ({ payload }) })
}

type Opening = Pick<CallPlan, 'card' | 'head'> & { agent: MentionedMember }

async function open(
  tx: Mutation<'agent_session.created'>,
  comment: CommentRow,
  { card, head, agent: { actorId: agentActorId, handle } }: Opening,
): Promise<AgentCall> {
  const trigger = { type: 'mention' as const, commentId: comment.id }
  const { id: sessionId } = await openSession(tx, card, { agentActorId, trigger, ofDelegation: false, onBehalfOf: head, summary: null })
  return { handle, agentActorId, opened: true, sessionId }
}
