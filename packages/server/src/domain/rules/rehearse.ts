import { type Explained, fieldRefusal, type RuleTest } from '@tandem/contract'
import { type Database, type Reader, sql } from '../../db/database.ts'
import { runOnSeveral } from '../../kernel/board/several.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import { explanationOf } from '../../kernel/common/explanation.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { onBehalfOf, type Principal } from '../../kernel/identity/principal.ts'
import { createConcurrencyLimit } from '../../kernel/limits/concurrency-limit.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { mutationIn } from '../../kernel/mutation-context.ts'
import { checkRule } from './check.ts'
import { type ActivityFacts, cardMismatch, factsOf } from './evaluate.ts'
import { conditionMismatch, type Facts, holds, triggerMismatch } from './match.ts'
import type { Definition } from './names.ts'
import { authorProblem, requireScopesOf } from './rights.ts'
import { actingFor, doActions } from './run.ts'

/**
 * Tests a rule by running it and rolling back: a separate simulation of the actions could differ from them. The board is locked for the
 * length of a run. Specification: decisions §5.
 */
const readActivity = sql<ActivityFacts>(`select a.id, a.seq, a.verb, a.payload, a.card_id, by.kind as actor_kind, by.name as actor_name
  from activities a join actors by on by.id = a.actor_id where a.board_id = $1 and a.id = $2`)
const readBoard = sql<{ id: string; keyPrefix: string }>('select id, key_prefix from boards where id = $1')
const readAutomation = sql<{ actorId: string }>('select actor_id from automations where board_id = $1')

type Problems = RuleTest['actions']
type Deps = { database: Database; clock: Clock }

/** Each takes a connection and the lock of its board: more of them would delay all other callers. */
const mostAtOnce = 2

type About = { activityId?: string | undefined; cardId?: string | undefined }
/** Asks for a stored rule, or for a draft. */
type Asking = Reader & { boardId: string; principal: Principal; policy: Policy }

export function createRehearsals(deps: Deps): { test: HandlerOf<'rule.test'>; rehearse: HandlerOf<'rule.rehearse'> } {
  const inTurn = createConcurrencyLimit(mostAtOnce)
  return {
    test: async (read, input) => rehearsal(read, read.target, input, await authorProblem(read, read.target)),
    async rehearse(read, input) {
      requireScopesOf(read.principal, input)
      await checkRule(read, read, input)
      return rehearsal(read, input, input, null)
    },
  }

  async function rehearsal(read: Asking, rule: Definition, input: About, problem: Explained | null): Promise<RuleTest> {
    const activity = await activityOf(read, read.boardId, input.activityId)
    const facts = await factsFor(read, activity, input.cardId)
    const mismatch = activity === null ? null : triggerMismatch(rule.trigger, facts)
    const obstacle = mismatch ?? cardMismatch(rule, facts) ?? conditionMismatch(rule.conditions, facts) ?? problem
    return {
      wouldRun: obstacle === null,
      reason: obstacle?.message ?? null,
      why: explanationOf(obstacle),
      triggerMatches: activity === null ? null : mismatch === null,
      conditions: rule.conditions.map((condition) => ({ field: condition.field, op: condition.op, holds: holds(condition, facts) })),
      actions: await inTurn(() => rehearse(deps, read, rule, { card: facts.card, actorName: activity?.actorName ?? '' })),
    }
  }
}

async function activityOf(reader: Reader, boardId: string, activityId: string | undefined): Promise<ActivityFacts | null> {
  if (activityId === undefined) return null
  const activity = await reader.row(readActivity, [boardId, activityId])
  if (!activity) throw fieldRefusal('activityId', 'rehearsedActivity')
  return activity
}

async function factsFor(read: Asking, activity: ActivityFacts | null, cardId: string | undefined): Promise<Facts> {
  const board = await read.row(readBoard, [read.boardId])
  const facts = await factsOf(read, board ?? { id: read.boardId, keyPrefix: '' }, activity, cardId ?? activity?.cardId ?? null)
  if (cardId !== undefined && !facts.card) throw fieldRefusal('cardId', 'rehearsedCard')
  return facts
}

/** Thrown out of the transaction once all is known: nothing of it commits. */
class Rehearsed extends Error {
  readonly problems: Problems

  constructor(problems: Problems) {
    super('this was a rehearsal')
    this.problems = problems
  }
}

async function rehearse(
  { database, clock }: Deps,
  read: Asking,
  rule: Definition,
  { card, actorName }: Pick<Facts, 'card'> & { actorName: string },
): Promise<Problems> {
  const automation = await read.row(readAutomation, [read.boardId])
  // Before its first rule a board has no automation actor: then the caller tries it.
  const by = { principal: onBehalfOf(automation?.actorId ?? read.principal.actorId, 'agent'), role: 'admin' as const, policy: read.policy }
  try {
    return await runOnSeveral({ database, nudge: () => {} }, read.boardId, [], {
      load: async () => undefined,
      async perform(context) {
        const tx = mutationIn(context, { ...by, nowMs: clock.now() })
        const { actions } = await doActions(actingFor(tx, read.principal.actorId), rule, { occasion: { actorName }, card })
        throw new Rehearsed(actions.map(({ type, error, why }) => ({ type, problem: error, ...(why && { why }) })))
      },
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.problems
    throw error
  }
}
