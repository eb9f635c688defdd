import { fieldRefusal, logTypesOfService, mostUsage, type ParsedInputOf, refusal } from '@tandem/contract'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { TargetMutation } from '../../kernel/mutation.ts'
import { noticesOfReview, requestReview } from '../reviews/request.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { type Advanced, advance, type OnCard, onCard, onWire, requireCaller } from './advance.ts'
import { limitsOf, requireWithinLimits } from './begin.ts'
import { afterAct, carriesOnlyUsage, requireWithinBudget } from './budget/budget.ts'
import { boardBudgetOf } from './budget/of-board.ts'
import { firstGeneration, hasLost, requireGeneration } from './claim/lease.ts'
import { endNotice, failSession, undelegated } from './end.ts'
import { isEnded, type VerbOf } from './machine.ts'
import { requireMayBegin } from './may-invoke.ts'
import { keepPlace, newsOf, startsOf } from './news.ts'
import { askHuman, type Posted } from './questions/ask.ts'

/** Reports of an agent from its session. Specification: service §3 and §4, decisions §4. */
type Input = ParsedInputOf<'session.post'>
type AgentAct = 'start' | 'describe' | 'reportUsage' | 'progress' | 'log' | 'askHuman' | 'complete' | 'fail'
type Tx = TargetMutation<VerbOf<AgentAct> | 'card.review_requested', 'session'>
type Op = (tx: Tx, at: OnCard, input: Input) => Posted | Promise<Posted>

const ops: Record<AgentAct, Op> = {
  start: update('start'),
  describe: update('describe'),
  reportUsage,
  progress,
  log,
  askHuman,
  complete,
  fail,
}
const actOf = { progress: 'progress', log: 'log', ask_human: 'askHuman', complete: 'complete', fail: 'fail' } as const

/** Acts that take a session out of the queue, other than failing: they are refused while the session may not begin. */
const begins: readonly AgentAct[] = ['start', 'askHuman', 'complete']

export const postEvent: HandlerOf<'session.post'> = async (tx, input) => {
  const session = tx.target
  const act = actIn(session, input)
  requireCaller(tx, session, act)
  const isLate = act === 'reportUsage' && hasLost(session, input.generation)
  if (!isLate) requireGeneration(session, input.generation, act === 'reportUsage')
  const [at, starts, limits, board] = await Promise.all([
    onCard(tx, session),
    startsOf(tx, [session], isLate ? undefined : input.newsCursor),
    begins.includes(act) ? limitsOf(tx, session) : undefined,
    begins.includes(act) ? undefined : boardBudgetOf(tx, session.boardId, tx.now),
  ])
  if (input.ifState !== undefined && input.ifState !== session.state) {
    throw refusal('stateMoved', { state: session.state, expected: input.ifState }, { details: { session: onWire(tx, at) } })
  }
  requireWithinBudget(tx, at, act, input)
  // In any state; failing is always allowed, and usage always counts.
  if (session.state === 'queued' && act !== 'fail' && act !== 'reportUsage') await requireMayBegin(tx, session, at.card)
  if (limits) requireWithinLimits(tx, at, limits)
  const news = await newsOf(tx, [session], starts)
  const advanced = await ops[act](tx, at, input)
  // The news is for the process that has the session now.
  if (!isLate) keepPlace(tx, session, { starts, news, changesState: advanced.session.state !== session.state })
  const after = (await afterAct(tx, at, (limits?.board ?? board) !== undefined)) ?? advanced.session
  return { event: advanced.event, session: after, news, ...(advanced.similar && { similar: advanced.similar }) }
}

function actIn(session: SessionRow, input: Input): AgentAct {
  if (input.op !== 'update') return actOf[input.op]
  if (carriesOnlyUsage(input) && (isEnded(session.state) || hasLost(session, input.generation))) return 'reportUsage'
  return input.state === 'working' ? 'start' : 'describe'
}

/** A program reports its usage when it exits, even after its session has ended or was claimed by another process. */
function reportUsage(tx: Tx, at: OnCard, { usage = {} }: Input): Advanced {
  return advance(tx, at, 'reportUsage', {
    columns: () => ({ usage: sum(at.session.usage, usage) }),
    body: () => ({ type: 'usage_reported', usage }),
    payload: ({ session }) => ({ statusText: session.statusText, plan: session.plan }),
  })
}

function update(act: 'start' | 'describe'): Op {
  return (tx, at, { state, statusText, plan, externalUrl, usage, leaseSeconds }) => {
    if (leaseSeconds !== undefined && act !== 'start') throw fieldRefusal('leaseSeconds', 'leaseOfStart')
    const lease = leaseSeconds === undefined ? undefined : { leaseSeconds, leaseGeneration: at.session.leaseGeneration ?? firstGeneration }
    if ([state, statusText, plan, externalUrl, usage].every((value) => value === undefined)) {
      throw fieldRefusal('op', 'opEmpty')
    }
    return advance(tx, at, act, {
      columns: () => ({
        ...(statusText !== undefined && { statusText }),
        ...(plan !== undefined && { plan }),
        ...(externalUrl !== undefined && { externalUrl }),
        ...(usage !== undefined && { usage: sum(at.session.usage, usage) }),
        ...lease,
      }),
      body: ({ from, to }) => ({
        from,
        to,
        ...(statusText !== undefined && { statusText }),
        ...(lease && { generation: lease.leaseGeneration }),
      }),
      payload: ({ session }) => ({ statusText: session.statusText, plan: session.plan }),
    })
  }
}

function sum(before: SessionRow['usage'], more: NonNullable<SessionRow['usage']>): NonNullable<SessionRow['usage']> {
  const total = { ...before }
  for (const key of ['inputTokens', 'outputTokens', 'costUsd'] as const) {
    const added = more[key]
    if (added !== undefined) total[key] = Math.min((total[key] ?? 0) + added, mostUsage[key])
  }
  return total
}

function progress(tx: Tx, at: OnCard, input: Input): Advanced {
  const note = needed(input, 'note')
  return advance(tx, at, 'progress', { body: () => ({ note }), payload: () => ({ note }) })
}

function log(tx: Tx, at: OnCard, input: Input): Advanced {
  const payload = needed(input, 'payload')
  const kept = logTypesOfService.find((type) => type === payload.type)
  if (kept) throw fieldRefusal('payload', 'logTypeKept', { type: kept })
  return advance(tx, at, 'log', { body: () => payload, payload: () => ({ payload }) })
}

async function complete(tx: Tx, at: OnCard, input: Input): Promise<Advanced> {
  const summary = needed(input, 'summary')
  const ready = await noticesOfReview(tx, at, summary)
  // There are two activities, of which people are notified once.
  const tells = ready ? {} : { notify: endNotice(at, summary), tells: watcherNotices(at.card, summary) }
  const advanced = advance(tx, at, 'complete', {
    columns: () => ({ summary }),
    body: ({ from, to }) => ({ from, to, summary }),
    payload: () => ({ summary }),
    ...tells,
  })
  if (ready) requestReview(tx, at, ready, summary)
  return advanced
}

function fail(tx: Tx, at: OnCard, input: Input): Advanced {
  const reason = needed(input, 'reason')
  if (reason === undelegated) throw fieldRefusal('reason', 'reasonKept', { reason })
  return failSession(tx, at, 'fail', reason)
}

function needed<K extends 'note' | 'payload' | 'summary' | 'reason'>(input: Input, field: K): NonNullable<Input[K]> {
  const value = input[field]
  if (value === undefined) throw fieldRefusal(field, 'opNeeds', { op: input.op })
  return value
}
