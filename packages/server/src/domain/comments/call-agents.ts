import type { AgentCall } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { sessions } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { CommentRow } from '../../db/tables/cards/comments.ts'
import { update } from '../../db/writes.ts'
import { notFound } from '../../kernel/access.ts'
import { lastUuidOf } from '../../kernel/common/ids.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { authorToTell } from '../authors.ts'
import type { MentionedMember } from '../mentions.ts'
import { advance } from '../sessions/advance.ts'
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

/**
 * A mention starts an agent: it gets a session or, when it has one on the card, a note in the trail of that session. An agent that is at
 * work on the card does not start other agents. The author gets the result for each mention. Specification: service §6, decisions §4,
 * beyond §1.
 */
export async function callAgents(
  tx: Mutation<'agent_session.created' | 'agent_session.log'>,
  { comment, isOutside, barred }: { comment: CommentRow; isOutside: boolean; barred: Barred },
  mentioned: readonly MentionedMember[],
): Promise<AgentCall[]> {
  const agents = mentioned.filter((member) => member.kind === 'agent')
  if (agents.length === 0) return []
  const card = await tx.row(readSummaryRow, [tx.board.id, comment.cardId])
  if (!card) throw notFound('card')
  const authorIsAtWork = tx.principal.kind === 'agent' && (await liveSessionOf(tx, card.id, tx.principal.actorId)) !== undefined
  const aMinuteAgo = lastUuidOf(Date.parse(tx.now) - 60_000)
  const room = mostPerMinute - ((await tx.row(openedLately, [tx.board.id, aMinuteAgo]))?.count ?? 0)
  const calling = { comment, isOutside, card, authorIsAtWork, head: await headOfChain(tx, card.id), barred, room }
  const calls: AgentCall[] = []
  for (const agent of agents) calls.push(await call(tx, calling, agent))
  return calls
}

type Calling = {
  comment: CommentRow
  isOutside: boolean
  card: CardFaceRow
  authorIsAtWork: boolean
  head: string | null
  barred: Barred
  room: number
}

async function call(
  tx: Mutation<'agent_session.created' | 'agent_session.log'>,
  calling: Calling,
  { actorId: agentActorId, handle, canBeMentioned: mentionable }: MentionedMember,
): Promise<AgentCall> {
  const { comment, card, head } = calling
  const left = (because: NonNullable<AgentCall['because']>, message: string): AgentCall => ({
    handle,
    agentActorId,
    opened: false,
    because,
    message,
  })
  if (calling.isOutside)
    return left('external', `Text from outside the board cannot start agents. A member of the board can mention @${handle}.`)
  if (!mentionable) return left('not_mentionable', `@${handle} does not start when mentioned. Delegate the card to it instead.`)
  const refused = calling.barred.get(agentActorId)
  if (refused) return { ...left('not_allowed', refused.message), reason: refused.reason, params: refused.params }
  const live = await liveSessionOf(tx, card.id, agentActorId)
  if (live) {
    // A session in which several people have their say hands nothing on with the rights of one of them.
    if (live.onBehalfOf !== head) tx.send(workFor({ ...live, onBehalfOf: null }))
    const said = { commentId: comment.id, body: comment.body, actorId: tx.principal.actorId }
    const payload = { type: 'mention', ...said, ...authorToTell(authorOf(comment)) }
    advance(tx, { session: live, card }, 'followUp', { body: () => payload, payload: () => ({ payload }) })
    return { ...left('at_work', `@${handle} is already working on this card. Your comment was added to its session.`), sessionId: live.id }
  }
  if (calling.authorIsAtWork)
    return left('author_at_work', 'An agent that works on a card cannot start another agent there. Ask a person to do it.')
  if (calling.room <= 0)
    return left(
      'too_many',
      `Mentions on this board have opened ${mostPerMinute} sessions in this minute. Mention @${handle} again in a moment.`,
    )
  calling.room -= 1
  const trigger = { type: 'mention' as const, commentId: comment.id }
  const { id: sessionId } = await openSession(tx, card, { agentActorId, trigger, ofDelegation: false, onBehalfOf: head, summary: null })
  return { handle, agentActorId, opened: true, sessionId }
}
