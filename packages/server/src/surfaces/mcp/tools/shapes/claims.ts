import type { OutputOf } from '@tandem/contract'
import type { RequestContext } from '../../request-context.ts'
import { workCard } from './cards.ts'
import { newsShape } from './sessions.ts'
import { trimmed } from './trimmed.ts'

/** What `claim_next` took, with all that is needed to begin; or why there was nothing. Specification: beyond §3. */
type Claim = OutputOf<'work.claim'>

export async function claimShape(claim: Claim, context: RequestContext) {
  if (claim.card === null) return claim
  const { card, session, lease } = claim
  const directory = await context.directory(session.boardId)
  const { description, checklist, recentComments, guidance, summary } = claim.context
  const comments = recentComments.map(({ actorId, body, createdAt }) => ({ by: directory.who(actorId), body, createdAt }))
  const { session: _session, ...line } = workCard(card, directory)
  return {
    card: line,
    ...trimmed({ description, agentGuidance: guidance, summary }),
    ...(checklist.length > 0 && { checklist }),
    ...(comments.length > 0 && { comments }),
    session: { sessionId: session.id, state: session.state, ...trimmed({ lastAnswer: session.lastAnswer }) },
    lease,
    ...newsShape(claim.news, directory),
    hint: 'Give generation with every session_write call in this session. Each of them extends the lease, and so does what you change on the card; reading does not. After expiresAt another process may claim the card.',
  }
}
