import { sql } from '../../db/database.ts'
import type { RuleRow } from '../../db/rows.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** Rules that the service switches off, because they cannot do any more what they say. Specification: decisions §5. */
type Pausing = Mutation<'rule.updated'>
type Paused = Pick<RuleRow, 'id' | 'name' | 'created_by'>

const rulesNaming = sql<Paused>(
  'select id, name, created_by from rules where board_id = $1 and enabled and needs && $2::uuid[] order by id limit 1000',
)
const pause = sql(`update rules set enabled = false, paused_reason = $3, next_run_at = null, version = version + 1, updated_at = $4
  where board_id = $1 and id = $2`)
/** The author, or who looks after the board when they have left it. */
const whomToTell = sql<{ actor_id: string }>(`select m.actor_id from members m where m.board_id = $1
    and case when exists (select from members a where a.board_id = $1 and a.actor_id = $2) then m.actor_id = $2 else m.role = 'admin' end
  order by m.actor_id limit 100`)

/** What has that id is going: the rules that name it pause. Call it once the rest is written. */
export async function pauseRulesNaming(tx: Pausing, id: string, reason: string): Promise<void> {
  for (const rule of await tx.rows(rulesNaming, [tx.board.id, [id]])) await pauseRule(tx, rule, reason)
}

export async function pauseRule(tx: Pausing, rule: Paused, reason: string): Promise<void> {
  const told = (await tx.rows(whomToTell, [tx.board.id, rule.created_by])).map((row) => row.actor_id)
  tx.send(pause, [tx.board.id, rule.id, reason, tx.now])
  const changed: Record<string, unknown> = { enabled: false, pausedReason: reason, previous: { enabled: true, pausedReason: null } }
  const excerpt = `The rule ${JSON.stringify(rule.name)} is paused: ${reason}`
  tx.record('rule.updated', { ruleId: rule.id, ...changed }, { notify: [{ actorIds: told, reason: 'rule', excerpt }] })
}
