import { type OutputOf, type ParsedInputOf, TandemError } from '@tandem/contract'
import type { SessionRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { TargetMutation } from '../../kernel/mutation.ts'
import { advance, type OnCard, onCard, onWire, requireAct } from './advance.ts'
import { tierAbove } from './route-question.ts'

/** What an agent reports from its session. Specification: service §3 and §4, decisions §4. */
type Input = ParsedInputOf<'session.post'>
type Tx = TargetMutation<
  | 'agent_session.updated'
  | 'agent_session.progress'
  | 'agent_session.log'
  | 'agent_session.question'
  | 'agent_session.completed'
  | 'agent_session.failed',
  'session'
>
type Appended = OutputOf<'session.post'>
type Op = (tx: Tx, at: OnCard, input: Input) => Appended | Promise<Appended>

const ops: Record<Input['op'], Op> = { update, progress, log, ask_human: askHuman, complete, fail }

export const postEvent: HandlerOf<'session.post'> = async (tx, input) => {
  const session = tx.target
  if (tx.principal.actorId !== session.agent_actor_id) {
    throw new TandemError('forbidden', "Only the session's own agent may report from it. People answer, comment or stop it.")
  }
  const at = await onCard(tx, session)
  if (input.ifState !== undefined && input.ifState !== session.state) {
    throw new TandemError('conflict', `The session is ${session.state}, not ${input.ifState}: someone else may have claimed it.`, {
      details: { session: onWire(tx, session, at.card) },
    })
  }
  return ops[input.op](tx, at, input)
}

function update(tx: Tx, at: OnCard, input: Input): Appended {
  const { state, statusText, plan, externalUrl, usage } = input
  const named = { state, statusText, plan, externalUrl, usage }
  if (Object.values(named).every((value) => value === undefined)) {
    throw invalid('op', 'update needs at least one of state, statusText, plan, externalUrl or usage.')
  }
  const columns = () => ({
    ...(statusText !== undefined && { status_text: statusText }),
    ...(plan !== undefined && { plan }),
    ...(externalUrl !== undefined && { external_url: externalUrl }),
    ...(usage !== undefined && { usage: sum(at.session.usage, usage) }),
  })
  const step = advance(tx, at, state === 'working' ? 'start' : 'describe', {
    columns,
    body: ({ from, to }) => ({ from, to, ...(statusText !== undefined && { statusText }) }),
  })
  tx.record('agent_session.updated', { ...step.payload, statusText: step.session.status_text, plan: step.session.plan }, step.options)
  return step.answer
}

function sum(before: SessionRow['usage'], more: NonNullable<SessionRow['usage']>): NonNullable<SessionRow['usage']> {
  const total = { ...before }
  for (const key of Object.keys(more) as (keyof typeof more)[]) total[key] = (total[key] ?? 0) + (more[key] ?? 0)
  return total
}

function progress(tx: Tx, at: OnCard, input: Input): Appended {
  const note = needed(input, 'note')
  const step = advance(tx, at, 'progress', { body: () => ({ note }) })
  tx.record('agent_session.progress', { ...step.payload, note }, step.options)
  return step.answer
}

function log(tx: Tx, at: OnCard, input: Input): Appended {
  const payload = needed(input, 'payload')
  const step = advance(tx, at, 'log', { body: () => payload })
  tx.record('agent_session.log', { ...step.payload, payload }, step.options)
  return step.answer
}

async function askHuman(tx: Tx, at: OnCard, input: Input): Promise<Appended> {
  const question = needed(input, 'question')
  const options = input.options ?? []
  requireAct(tx, at, 'askHuman')
  const routed = await tierAbove(tx, at, 0)
  const step = advance(tx, at, 'askHuman', {
    columns: ({ eventId }) => ({ question: { eventId, question, options, askedAt: tx.now }, question_tier: routed?.tier ?? 0 }),
    body: () => ({ question, options }),
  })
  const eventId = step.event.id
  const notify = routed ? [{ actorIds: routed.actorIds, reason: 'question' as const, excerpt: question }] : []
  tx.record('agent_session.question', { ...step.payload, eventId, question, options }, { ...step.options, notify })
  return step.answer
}

function complete(tx: Tx, at: OnCard, input: Input): Appended {
  const summary = needed(input, 'summary')
  const step = advance(tx, at, 'complete', { columns: () => ({ summary }), body: ({ from, to }) => ({ from, to, summary }) })
  tx.record('agent_session.completed', { ...step.payload, summary }, { ...step.options, notify: endNotice(at, summary) })
  return step.answer
}

function fail(tx: Tx, at: OnCard, input: Input): Appended {
  const reason = needed(input, 'reason')
  const step = advance(tx, at, 'fail', { columns: () => ({ failure_reason: reason }), body: ({ from, to }) => ({ from, to, reason }) })
  tx.record('agent_session.failed', { ...step.payload, reason }, { ...step.options, notify: endNotice(at, reason) })
  return step.answer
}

/** The end of a session tells who opened it and who is assigned. */
export function endNotice({ session, card }: OnCard, excerpt: string) {
  return [{ actorIds: [session.initiator_actor_id, ...card.assignee_ids], reason: 'session_ended' as const, excerpt }]
}

function needed<K extends 'note' | 'payload' | 'question' | 'summary' | 'reason'>(input: Input, field: K): NonNullable<Input[K]> {
  const value = input[field]
  if (value === undefined) throw invalid(field, `is required by op ${input.op}.`)
  return value
}
