import { type Reader, sql } from '../../db/database.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import type { Forecast } from '../../kernel/dry-run.ts'
import { type ActivityFacts, factsOf, reasonToSkip } from './evaluate.ts'

/**
 * A rule may wait for a merge, or for the last pull request to be closed; whether it is the last one is checked with the card. An undo
 * triggers no rules: a rule would change what the undo restores.
 */
export const waitsFor = `a.undo_id is null and r.verb = any (array[a.verb, case a.verb when 'vcs.pr_closed' then 'vcs.pr_merged' end])
    and (r.verb = a.verb or r.trigger ->> 'orLastClosed' = 'true')`

/** The facts about the activity `of`, done `by` an actor, that rules are compared with. */
export const factsInSql = (of: string): string =>
  `json_build_object('id', ${of}.id, 'seq', ${of}.seq, 'verb', ${of}.verb, 'payload', ${of}.payload, 'cardId', ${of}.card_id, 'actorKind', by.kind,
      'actorName', by.name)`

/** The first pairs of an activity and a rule that are held against each other: each is four reads. */
const mostPairs = 100
type SetOff = { rules: Forecast['rules'] /** There are more that might run. */; isCut: boolean }
type Pair = { activity: ActivityFacts; ruleId: string; boardId: string; keyPrefix: string }

/** `$1` boards and `$2` places in their logs: with each rule that waits for such a verb. Rules of archived boards rest. */
const pairsAt = sql<Pair>(`select ${factsInSql('a')} as activity, r.id as rule_id, b.id as board_id, b.key_prefix
  from unnest($1::uuid[], $2::bigint[]) with ordinality as w(board_id, seq, place)
    join activities a on a.board_id = w.board_id and a.seq = w.seq
    join rules r on r.board_id = a.board_id and ${waitsFor} and r.enabled and r.since_seq < a.seq
    join boards b on b.id = a.board_id and b.archived_at is null and b.deleted_at is null
    join actors by on by.id = a.actor_id
  order by w.place, r.id limit ${mostPairs + 1}`)
const rulesOf = sql<RuleRow>('select * from rules where board_id = any ($1::uuid[]) and id = any ($2::uuid[]) limit 1000')

/**
 * The rules that would run after an act whose activities are written, as the worker decides it: by the activity, and by the card as the
 * act leaves it. The effect of one rule may keep the next one from running.
 */
export async function rulesSetOff(reader: Reader, written: readonly { boardId: string; seq: number }[]): Promise<SetOff> {
  if (written.length === 0) return { rules: [], isCut: false }
  const pairs = await reader.rows(pairsAt, [written.map(({ boardId }) => boardId), written.map(({ seq }) => seq)])
  if (pairs.length === 0) return { rules: [], isCut: false }
  const rows = await reader.rows(rulesOf, [distinct(pairs, 'boardId'), distinct(pairs, 'ruleId')])
  const rules = new Map(rows.map((rule) => [rule.id, rule]))
  const found: Forecast['rules'] = []
  for (const { activity, ruleId, boardId, keyPrefix } of pairs.slice(0, mostPairs)) {
    const rule = rules.get(ruleId)
    if (!rule) continue
    const facts = await factsOf(reader, { id: boardId, keyPrefix }, activity, activity.cardId)
    if (reasonToSkip(rule, facts) === null) found.push({ ruleId, name: rule.name, boardId, activityId: activity.id })
  }
  return { rules: found, isCut: pairs.length > mostPairs }
}

const distinct = (pairs: readonly Pair[], key: 'boardId' | 'ruleId'): string[] => [...new Set(pairs.map((pair) => pair[key]))]
