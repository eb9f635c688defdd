import { type Explained } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type RuleRow, rules } from '../../db/tables/boards/rules.ts'
import { pick, write } from '../../db/writes.ts'
import { roleNow } from '../../kernel/access.ts'
import { explanationOf } from '../../kernel/common/explanation.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** Rules that the service switches off because an object that they name is gone. Specification: decisions §5. */
type Pausing = Mutation<'rule.updated'>
type Paused = Pick<RuleRow, 'id' | 'name' | 'savedBy'>

const rulesNaming = sql<Paused>(
  'select id, name, saved_by from rules where board_id = $1 and enabled and needs && $2::uuid[] order by id limit 1000',
)
const pause = write(
  pick(rules, ['boardId', 'id', 'pausedReason', 'pausedWhy', 'updatedAt']),
  ({
    boardId,
    id,
    pausedReason,
    pausedWhy,
    updatedAt,
  }) => `update rules set enabled = false, paused_reason = ${pausedReason}, paused_why = ${pausedWhy}, next_run_at = null,
    version = version + 1, updated_at = ${updatedAt}
  where board_id = ${boardId} and id = ${id}`,
)
/** The author, and who looks after the board when the author cannot fix the rule: they have left, are deactivated or no admin. */
const readRecipients = sql<{ actorId: string }>(`select m.actor_id from effective_members m where m.board_id = $1
    and (m.actor_id = $2 or m.role = 'admin' and not $3::boolean)
  order by m.actor_id limit 100`)

/** Pauses the rules that name `id`, which is being removed. Call it after the other writes. */
export async function pauseRulesNaming(tx: Pausing, id: string, reason: Explained): Promise<void> {
  for (const rule of await tx.rows(rulesNaming, [tx.board.id, [id]])) await pauseRule(tx, rule, reason)
}

export async function pauseRule(tx: Pausing, rule: Paused, reason: Explained): Promise<void> {
  const isAdmin = (await roleNow(tx, tx.board.id, rule.savedBy)) === 'admin'
  const recipients = (await tx.rows(readRecipients, [tx.board.id, rule.savedBy, isAdmin])).map((row) => row.actorId)
  const [pausedReason, pausedWhy] = [reason.message, explanationOf(reason)]
  tx.send(pause({ boardId: tx.board.id, id: rule.id, pausedReason, pausedWhy, updatedAt: tx.now }))
  const changed: Record<string, unknown> = { enabled: false, pausedReason, previous: { enabled: true, pausedReason: null } }
  const excerpt = `The rule ${JSON.stringify(rule.name)} is paused: ${pausedReason}`
  const why = pausedWhy && { ...pausedWhy, params: { ...pausedWhy.params, rule: rule.name } }
  tx.record(
    'rule.updated',
    { ruleId: rule.id, ...changed, ...(why && { why }) },
    { notify: [{ actorIds: recipients, reason: 'rule', excerpt }] },
  )
}
