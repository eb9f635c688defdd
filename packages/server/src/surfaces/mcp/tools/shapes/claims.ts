import type { OutputOf } from '@tandem/contract'
import type { RequestContext } from '../../request-context.ts'
import { workCard } from './cards.ts'
import { answerShape, newsShape } from './sessions.ts'
import { trimmed } from './trimmed.ts'

/** The card and session that `claim_next` took, with everything needed to begin; or why there was none. Specification: beyond §3. */
type Claim = OutputOf<'work.claim'>

export async function claimShape(claim: Claim, context: RequestContext) {
  if (claim.card === null) return claim
  const { card, session, lease } = claim
  const directory = await context.directory(session.boardId)
  const { description, author, checklist, recentComments, guidance, summary } = claim.context
  // The role is that of the stored text: a text from outside that a member or a plugin passed on keeps the role external.
  const who = ({ actorId, role }: { actorId: string; role?: string }) => ({ ...directory.who(actorId), ...(role && { role }) })
  const comments = recentComments.map(({ author: by, actorId, body, createdAt }) => ({ by: who(by ?? { actorId }), body, createdAt }))
  const items = checklist.map(({ author: by, ...item }) => ({ ...item, ...(by && { by: who(by) }) }))
  const lastAnswer = session.lastAnswer && answerShape(session.lastAnswer, directory)
  const { session: _session, ...line } = workCard(card, directory)
  return {
    card: line,
    ...trimmed({ description, author: author && who(author), agentGuidance: guidance, summary }),
    ...(items.length > 0 && { checklist: items }),
    ...(comments.length > 0 && { comments }),
    session: { sessionId: session.id, state: session.state, ...trimmed({ lastAnswer }) },
    lease,
    ...newsShape(claim.news, directory),
    hint: 'Send generation with every session_write call in this session, and beside sessionId with what you change on cards. These calls extend the lease; reading does not. After expiresAt another process may claim the card.',
  }
}
