import { explained, type Verb } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { automations } from '../../db/tables/boards/automations.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import { pick, update, write } from '../../db/writes.ts'
import { type ActivityFacts, factsOf, reasonToSkip } from '../../domain/rules/evaluate.ts'
import { type Occasion, runRule, skipRule } from '../../domain/rules/run.ts'
import { factsInSql, waitsFor } from '../../domain/rules/set-off.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import type { Attempt } from './attempt.ts'
import { traced } from './traced.ts'

/**
 * One step along the log of a board, under its lock: the rules that are set off by the next activities, up to and including the first
 * that acts. How far the rules have come moves in the same transaction. Specification: decisions §5, reliability G2.
 */
type Tx = Mutation<Verb>
type Cursor = { seq: number; ruleId: string | null }
type Next = { rule: RuleRow; activity: ActivityFacts }

/** The actions of a rule may trigger other rules: a chain ends after five in a row. */
const deepest = 5
/** The most runs caused by one activity: a rule may do many acts, and trigger others that do many. */
const mostRunsOfChain = 100
/** Beyond these not even a row is written. */
const mostRowsOfChain = 200
const mostSkipsInStep = 50

const readCursor = sql<Cursor>('select seq, rule_id from automations where board_id = $1')
const moveCursor = update(automations, { key: ['boardId'], set: ['seq', 'ruleId'] })

/** Activities beyond the cursor with a rule that waits for their verb. */
const pairs = (boardId: string, { seq, ruleId }: { seq: string; ruleId: string }) =>
  `from activities a join rules r on r.board_id = a.board_id and ${waitsFor} and r.enabled and r.since_seq < a.seq
  where a.board_id = ${boardId} and a.seq >= ${seq} and (a.seq > ${seq} or r.id > ${ruleId})
    and a.seq > (select min(o.since_seq) from rules o where o.board_id = ${boardId} and o.enabled and o.verb is not null)`
const nextPair = sql<{ activity: ActivityFacts; ruleId: string }>(`select p.rule_id,
    ${factsInSql('p')} as activity
  from (select a.*, r.id as rule_id ${pairs('$1', { seq: '$2', ruleId: '$3' })} order by a.seq, r.id limit 1) p join actors by on by.id = p.actor_id`)
const readRule = sql<RuleRow>('select * from rules where board_id = $1 and id = $2')

/** `$1` board: whether the log holds something for its rules. */
export const hasNext = sql<{ seq: number }>(`with c as (select seq, rule_id from automations where board_id = $1)
  select a.seq ${pairs('$1', { seq: '(select seq from c)', ruleId: '(select rule_id from c)' })} order by a.seq limit 1`)
/**
 * Moves the cursor to the end of the log when it has nothing more for the rules. In one statement, so that activities written meanwhile lie
 * beyond the cursor.
 */
export const passOver = write(
  pick(automations, ['boardId']),
  ({ boardId }) => `update automations c set seq = b.last_seq, rule_id = null from boards b
  where c.board_id = ${boardId} and b.id = c.board_id and (c.seq < b.last_seq or c.seq = b.last_seq and c.rule_id is not null)
    and not exists (select ${pairs(boardId, { seq: 'c.seq', ruleId: 'c.rule_id' })})`,
)

type Cause = { depth: number; rootId: string; firstSeq: number }
/** A run by the clock is itself what its effects began with. */
const causeOf = sql<Cause>(`select depth, coalesce(root_id, id) as root_id, first_seq from rule_runs
  where board_id = $1 and last_seq >= $2 order by last_seq limit 1`)
const countChain = sql<{ runs: number }>(
  `select count(*) as runs from (select from rule_runs where board_id = $1 and root_id = $2 limit ${mostRowsOfChain}) r`,
)

/** Answers whether there may be more to do. */
export async function stepAlongLog(tx: Tx, attempt: Attempt): Promise<boolean> {
  const cursor = await tx.row(readCursor, [tx.board.id])
  if (!cursor || tx.board.archivedAt !== null) return false
  for (let skips = 0; skips < mostSkipsInStep; skips++) {
    const next = await nextOf(tx, cursor)
    if (!next) return skips > 0
    const [seq, ruleId] = [next.activity.seq, next.rule.id]
    const acted = await meet(tx, next, attempt)
    tx.send(moveCursor({ boardId: tx.board.id, seq, ruleId }))
    if (acted) return true
    Object.assign(cursor, { seq, ruleId })
  }
  return true
}

async function nextOf(tx: Tx, { seq, ruleId }: Cursor): Promise<Next | undefined> {
  const pair = await tx.row(nextPair, [tx.board.id, seq, ruleId])
  const rule = pair && (await tx.row(readRule, [tx.board.id, pair.ruleId]))
  return rule && { rule, activity: pair.activity }
}

/** Runs or skips one rule for one activity. Answers whether it acted. */
async function meet(tx: Tx, { rule, activity }: Next, attempt: Attempt): Promise<boolean> {
  const occasion = await occasionOf(tx, activity)
  const facts = await factsOf(tx, tx.board, activity, activity.cardId)
  const reason = reasonToSkip(rule, facts) ?? (occasion.depth >= deepest ? explained('ruleChain', { count: deepest }) : null)
  const runs = occasion.depth === 0 ? 0 : ((await tx.row(countChain, [tx.board.id, occasion.rootId]))?.runs ?? 0)
  if (runs >= mostRowsOfChain) return false
  const tooMany = runs >= mostRunsOfChain ? explained('ruleLedTo', { count: mostRunsOfChain }) : null
  const because = reason ?? tooMany
  if (because) {
    skipRule(tx, rule, { occasion, cardId: facts.card?.id ?? null }, because)
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
  const isEffect = cause !== undefined && cause.firstSeq <= activity.seq
  return {
    activityId: activity.id,
    dueAt: null,
    actorName: activity.actorName,
    depth: isEffect ? cause.depth + 1 : 0,
    rootId: isEffect ? cause.rootId : activity.id,
  }
}
