import { type Reader, sql } from '../../db/database.ts'
import type { RuleRunRow } from '../../db/tables/boards/rule-runs.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { mostRules } from './change.ts'
import { ruleOnWire, runOnWire } from './record.ts'

/** Reads rules and their runs. Specification: decisions §5. */
/** An integration that is installed brings its rules, however many there are. */
const rulesOf = sql<RuleRow>(`select * from rules where board_id = $1 order by id limit ${2 * mostRules}`)
const runsOf = sql<RuleRunRow>(
  'select * from rule_runs where board_id = $1 and rule_id = $2 and ($3::uuid is null or id < $3) order by id desc limit $4',
)

export const rulesOfBoard = (reader: Reader, boardId: string): Promise<RuleRow[]> => reader.rows(rulesOf, [boardId])

export const listRules: HandlerOf<'rule.list'> = async (read) => (await rulesOfBoard(read, read.boardId)).map(ruleOnWire)

export const listRuns: RunOf<'rule.runs'> = async (read, { cursor, limit }) => {
  const rows = await read.rows(runsOf, [read.boardId, read.target.id, cursor ?? null, limit + 1])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return page(shown.map(runOnWire), rows.length > limit && last ? { cursor: last.id } : null)
}
