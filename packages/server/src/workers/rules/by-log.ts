import type { Verb } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { RuleRow } from '../../db/rows.ts'
import { type ActivityFacts, factsOf, reasonToSkip } from '../../domain/rules/judge.ts'
import { reasons } from '../../domain/rules/reasons.ts'
import { type Occasion, runRule, skipRule } from '../../domain/rules/run.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import type { Attempt } from './attempt.ts'
import { traced } from './traced.ts'

/**
 * One step along the log of a board, under its lock: the rules that are set off by the next activities, up to and including the first
 * that acts. How far the rules have come moves in the same transaction. Specification: decisions §5, reliability G2.
 */
type Tx = Mutation<Verb>
type Cursor = { seq: number; rule_id: string | null }
type Next = { rule: RuleRow; activity: ActivityFacts }

/** What a rule does may set off the next: the fifth in a row is the last. */
const deepest = 5
/** Of the runs that one activity has led to: a rule that does much, and sets off others that do much. */
const mostRunsOfChain = 100
/** Beyond these not even a row is written. */
const mostRowsOfChain = 200
const mostSkipsInStep = 50

const readCursor = sql<Cursor>('select seq, rule_id from automations where board_id = $1')
const moveCursor = sql('update automations set seq = $2, rule_id = $3 where board_id = $1')

/** `$1` board, `$2` and `$3` the cursor: the next activity with a rule that waits for its verb. */
const pairs = `from activities a join rules r on r.board_id = a.board_id and r.verb = a.verb and r.enabled and r.since_seq < a.seq
  where a.board_id = $1 and a.seq >= $2 and (a.seq > $2 or r.id > $3)
    and a.seq > (select min(o.since_seq) from rules o where o.board_id = $1 and o.enabled and o.verb is not null)`
const nextPair = sql<{ activity: ActivityFacts; rule_id: string }>(`select p.rule_id,
    json_build_object('id', p.id, 'seq', p.seq, 'verb', p.verb, 'payload', p.payload, 'card_id', p.card_id, 'actor_kind', by.kind,
      'actor_name', by.name) as activity
  from (select a.*, r.id as rule_id ${pairs} order by a.seq, r.id limit 1) p join actors by on by.id = p.actor_id`)
const readRule = sql<RuleRow>('select * from rules where board_id = $1 and id = $2')

/** `$1` board: whether the log holds something for its rules. */
export const hasNext = sql<{ seq: number }>(`with c as (select seq, rule_id from automations where board_id = $1)
  select a.seq ${pairs.replaceAll('$2', '(select seq from c)').replaceAll('$3', '(select rule_id from c)')} order by a.seq limit 1`)
/** Where it does not, the log has been read to its end. In one statement, so that what is written meanwhile lies beyond that. */
export const passOver = sql(`update automations c set seq = b.last_seq, rule_id = null from boards b
  where c.board_id = $1 and b.id = c.board_id and (c.seq < b.last_seq or c.seq = b.last_seq and c.rule_id is not null)
    and not exists (select ${pairs.replaceAll('$2', 'c.seq').replaceAll('$3', 'c.rule_id')})`)

type Cause = { depth: number; root_id: string; first_seq: number }
/** A run by the clock is itself what its effects began with. */
const causeOf = sql<Cause>(`select depth, coalesce(root_id, id) as root_id, first_seq from rule_runs
  where board_id = $1 and last_seq >= $2 order by last_seq limit 1`)
const countChain = sql<{ runs: number }>(
  `select count(*) as runs from (select from rule_runs where board_id = $1 and root_id = $2 limit ${mostRowsOfChain}) r`,
)

/** Answers whether there may be more to do. */
export async function stepAlongLog(tx: Tx, attempt: Attempt): Promise<boolean> {
  const cursor = await tx.row(readCursor, [tx.board.id])
  if (!cursor || tx.board.archived_at !== null) return false
  for (let skips = 0; skips < mostSkipsInStep; skips++) {
    const next = await nextOf(tx, cursor)
    if (!next) return skips > 0
    const [seq, ruleId] = [next.activity.seq, next.rule.id]
    const acted = await meet(tx, next, attempt)
    tx.send(moveCursor, [tx.board.id, seq, ruleId])
    if (acted) return true
    Object.assign(cursor, { seq, rule_id: ruleId })
  }
  return true
}

async function nextOf(tx: Tx, { seq, rule_id: ruleId }: Cursor): Promise<Next | undefined> {
  const pair = await tx.row(nextPair, [tx.board.id, seq, ruleId])
  const rule = pair && (await tx.row(readRule, [tx.board.id, pair.rule_id]))
  return rule && { rule, activity: pair.activity }
}

/** Runs or skips one rule for one activity. Answers whether it acted. */
async function meet(tx: Tx, { rule, activity }: Next, attempt: Attempt): Promise<boolean> {
  const occasion = await occasionOf(tx, activity)
  const facts = await factsOf(tx, tx.board, activity, activity.card_id)
  const reason = reasonToSkip(rule, facts) ?? (occasion.depth >= deepest ? reasons.chain(deepest) : null)
  const runs = occasion.depth === 0 ? 0 : ((await tx.row(countChain, [tx.board.id, occasion.rootId]))?.runs ?? 0)
  if (runs >= mostRowsOfChain) return false
  const tooMany = runs >= mostRunsOfChain ? reasons.ledTo(mostRunsOfChain) : null
  if (reason ?? tooMany) {
    skipRule(tx, rule, { occasion, cardId: facts.card?.id ?? null }, reason ?? tooMany ?? '')
    attempt.ran.push('skipped')
    return false
  }
  const instead = attempt.begin(`${rule.id} ${activity.id}`)
  const on = { ruleId: rule.id, causes: attempt.causes, seq: activity.seq }
  attempt.ran.push(await traced(tx, on, () => runRule(tx, rule, { occasion, card: facts.card }, instead)))
  return true
}

async function occasionOf(tx: Tx, activity: ActivityFacts): Promise<Occasion> {
  const cause = await tx.row(causeOf, [tx.board.id, activity.seq])
  const isEffect = cause !== undefined && cause.first_seq <= activity.seq
  return {
    ...{ activityId: activity.id, dueAt: null, actorName: activity.actor_name },
    depth: isEffect ? cause.depth + 1 : 0,
    rootId: isEffect ? cause.root_id : activity.id,
  }
}
