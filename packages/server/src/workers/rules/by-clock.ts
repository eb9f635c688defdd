import { explained, type Verb } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type RuleRow, rules } from '../../db/tables/boards/rules.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { pick, update, write } from '../../db/writes.ts'
import { dueFrom } from '../../domain/rules/add.ts'
import { factsOfCards } from '../../domain/rules/evaluate.ts'
import { conditionMismatch } from '../../domain/rules/match.ts'
import { type Occasion, runRule, skipRule } from '../../domain/rules/run.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import type { Attempt } from './attempt.ts'
import { traced } from './traced.ts'

/**
 * One step of a due rule, under the lock of its board: the next cards, up to and including the first that it acts on. Its row stores the
 * progress and, after the last step, when it is due again. Runs missed while the service was down are made up for once. Specification:
 * decisions §5.
 */
type Tx = Mutation<Verb>

const cardsAtOnce = 50
const mostCards = 200

/** `$1` the time. Rules do not run on archived boards; a board that is being made has no members. */
export const dueRules = sql<{ id: string; boardId: string; actorId: string }>(`select r.id, r.board_id, m.actor_id
  from rules r join automations m on m.board_id = r.board_id join boards b on b.id = r.board_id
  where r.next_run_at <= $1 and b.archived_at is null and b.deleted_at is null order by r.next_run_at, r.id limit 100`)
const readDue = sql<RuleRow>('select * from rules where board_id = $1 and id = $2 and next_run_at <= $3')
const nextCards = sql<CardFaceRow>(`select * from card_faces where board_id = $1 and number > $2 and archived_at is null
  order by number limit ${cardsAtOnce}`)
const countRuns = sql<{ runs: number }>(
  `select count(*) as runs from (select from rule_runs where rule_id = $1 and due_at = $2 limit ${mostCards}) r`,
)
const moveOn = update(rules, { key: ['boardId', 'id'], set: ['doneCardNumber'] })
/** One that was paused by its last run stays so. */
const finish = write(
  pick(rules, ['boardId', 'id', 'nextRunAt']),
  (given) => `update rules set next_run_at = ${given.nextRunAt}, done_card_number = 0
  where board_id = ${given.boardId} and id = ${given.id} and enabled`,
)

/** Answers whether there may be more to do. */
export async function stepOfDue(tx: Tx, ruleId: string, attempt: Attempt): Promise<boolean> {
  const rule = await tx.row(readDue, [tx.board.id, ruleId, tx.now])
  if (!rule || tx.board.archivedAt !== null) return false
  const occasion = { activityId: null, dueAt: rule.nextRunAt, depth: 0, rootId: null, actorName: 'The schedule' }
  if (rule.actions.some(({ type }) => type === 'create_card')) return runOnce(tx, rule, occasion, attempt)
  return stepAlongCards(tx, rule, occasion, attempt)
}

async function runOnce(tx: Tx, rule: RuleRow, occasion: Occasion, attempt: Attempt): Promise<boolean> {
  attempt.ran.push(await runByClock(tx, rule, { occasion, card: null }, attempt))
  return end(tx, rule)
}

async function stepAlongCards(tx: Tx, rule: RuleRow, occasion: Occasion, attempt: Attempt): Promise<boolean> {
  const runs = (await tx.row(countRuns, [rule.id, occasion.dueAt]))?.runs ?? 0
  if (runs >= mostCards) {
    skipRule(tx, rule, { occasion, cardId: null }, explained('ruleRest', { count: mostCards }))
    attempt.ran.push('skipped')
    return end(tx, rule)
  }
  const cards = await tx.rows(nextCards, [tx.board.id, rule.doneCardNumber])
  const met = (await factsOfCards(tx, tx.board, cards)).find((facts) => conditionMismatch(rule.conditions, facts) === null)
  if (met) {
    tx.send(moveOn({ ...rule, doneCardNumber: met.card.number }))
    attempt.ran.push(await runByClock(tx, rule, { occasion, card: met.card }, attempt))
    return true
  }
  const last = cards.at(-1)
  if (last && cards.length === cardsAtOnce) {
    tx.send(moveOn({ ...rule, doneCardNumber: last.number }))
    return true
  }
  if (runs === 0) {
    skipRule(tx, rule, { occasion, cardId: null }, explained('ruleNoneMeets'))
    attempt.ran.push('skipped')
  }
  return end(tx, rule)
}

function runByClock(tx: Tx, rule: RuleRow, on: { occasion: Occasion; card: CardFaceRow | null }, attempt: Attempt) {
  const instead = attempt.begin([rule.id, on.occasion.dueAt, ...(on.card ? [on.card.id] : [])].join(' '))
  return traced(tx, { ruleId: rule.id, causes: attempt.causes, seq: null }, () => runRule(tx, rule, on, instead))
}

function end(tx: Tx, rule: RuleRow): false {
  tx.send(finish({ ...rule, nextRunAt: dueFrom({ enabled: true, trigger: rule.trigger }, tx.now) }))
  return false
}
