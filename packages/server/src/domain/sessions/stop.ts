import { TandemError } from '@tandem/contract'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { advance, onCard } from './advance.ts'
import { endNotice } from './post.ts'

const insistAfterMs = 60_000

/** A person asks the agent to stop; asked again a minute later or more, the session ends. Specification: decisions §4. */
export const stopSession: HandlerOf<'session.stop'> = async (tx) => {
  if (tx.principal.kind !== 'human')
    throw new TandemError('forbidden', 'Only a person may ask an agent to stop. An agent ends its own session with fail.')
  const at = await onCard(tx, tx.target)
  const asked = tx.target.stop_requested_at
  if (asked !== null && Date.parse(tx.now) - Date.parse(asked) >= insistAfterMs) {
    const reason = 'stopped'
    const step = advance(tx, at, 'insistOnStop', {
      columns: () => ({ failure_reason: reason }),
      body: ({ from, to }) => ({ from, to, reason }),
    })
    tx.record('agent_session.failed', { ...step.payload, reason }, { ...step.options, notify: endNotice(at, reason) })
    return step.answer
  }
  const step = advance(tx, at, 'requestStop', {
    columns: () => ({ stop_requested_at: asked ?? tx.now }),
    body: () => ({ type: 'stop_requested', byActorId: tx.principal.actorId }),
  })
  tx.record(
    'agent_session.updated',
    { ...step.payload, statusText: step.session.status_text, plan: step.session.plan, stopRequested: true },
    step.options,
  )
  return step.answer
}
