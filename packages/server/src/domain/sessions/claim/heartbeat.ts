import { refusal } from '@tandem/contract'
import { sessions } from '../../../db/tables/agents/sessions.ts'
import { update } from '../../../db/writes.ts'
import type { HandlerOf } from '../../../kernel/handlers.ts'
import { onCard, onWire, requireCaller, requireState } from '../advance.ts'
import { keepPlace, newsOf, startsOf } from '../news.ts'
import { leaseAfter, requireGeneration } from './lease.ts'

const writeLease = update(sessions, { key: ['boardId', 'id'], set: ['leaseExpiresAt'] })

/** Extends the lease of a claimed session and tells its agent the news, without an event. Specification: beyond §3. */
export const heartbeat: HandlerOf<'session.heartbeat'> = async (tx, input) => {
  const session = tx.target
  requireCaller(tx, session, 'progress')
  if (session.leaseGeneration === null) throw refusal('leaseNone')
  requireGeneration(session, input.generation)
  const at = await onCard(tx, session)
  requireState(tx, at, 'progress')
  const starts = await startsOf(tx, [session], input.newsCursor)
  const news = await newsOf(tx, [session], starts)
  const extended = { ...session, leaseExpiresAt: leaseAfter(session, { extends: true, now: tx.now }) }
  tx.send(writeLease(extended))
  keepPlace(tx, session, { starts, news, changesState: false })
  return { session: onWire(tx, { ...at, session: extended }), news }
}
