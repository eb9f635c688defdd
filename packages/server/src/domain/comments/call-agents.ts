import { sql } from '../../db/database.ts'
import type { CommentRow } from '../../db/rows.ts'
import { notFound } from '../../kernel/access.ts'
import { lastUuidOf } from '../../kernel/ids.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { readFace } from '../faces.ts'
import type { MentionedMember } from '../mentions.ts'
import { advance } from '../sessions/advance.ts'
import { liveSessionOf, openSession } from '../sessions/open.ts'

/** Sessions that mentions open per board and minute: a brake on agents that call one another. */
const mostPerMinute = 30

/** `$2` the greatest id of a minute ago. */
const openedLately = sql<{ count: number }>(`select count(*) as count from (
  select 1 from sessions where board_id = $1 and id > $2 and trigger->>'type' = 'mention' limit ${mostPerMinute}) lately`)

/**
 * A mentioned agent is called to work: it gets a session, or, when it holds one on the card, a note in that one's trail.
 * An agent that is itself at work on the card calls nobody. Specification: service §6, decisions §4.
 */
export async function callAgents(
  tx: Mutation<'agent_session.created' | 'agent_session.log'>,
  comment: CommentRow,
  mentioned: readonly MentionedMember[],
): Promise<void> {
  const agents = mentioned.filter((member) => member.kind === 'agent' && member.can_be_mentioned)
  if (agents.length === 0) return
  const card = await tx.row(readFace, [tx.board.id, comment.card_id])
  if (!card) throw notFound('card')
  const authorIsAtWork = tx.principal.kind === 'agent' && (await liveSessionOf(tx, card.id, tx.principal.actorId)) !== undefined
  const aMinuteAgo = lastUuidOf(Date.parse(tx.now) - 60_000)
  let room = mostPerMinute - ((await tx.row(openedLately, [tx.board.id, aMinuteAgo]))?.count ?? 0)
  for (const { actor_id: agentActorId } of agents) {
    const live = await liveSessionOf(tx, card.id, agentActorId)
    if (live) {
      const payload = { type: 'mention', commentId: comment.id, body: comment.body, actorId: tx.principal.actorId }
      advance(tx, { session: live, card }, 'followUp', { body: () => payload, payload: () => ({ payload }) })
    } else if (!authorIsAtWork && room > 0) {
      room -= 1
      await openSession(tx, card, { agentActorId, trigger: { type: 'mention', commentId: comment.id }, ofDelegation: false, summary: null })
    }
  }
}
