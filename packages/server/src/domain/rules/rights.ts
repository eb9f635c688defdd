import { catalogue, type Explained, explained, type Role, type RuleAction, type Scope } from '@tandem/contract'
import type { Reader } from '../../db/database.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import { atLeast, holdsScope, requireScope, roleNow } from '../../kernel/access.ts'
import type { Principal } from '../../kernel/identity/principal.ts'

/**
 * A rule is no way round what its author may do: saving it takes the scopes of its actions, and it runs only while the author has the
 * role that they need. Specification: decisions §2, beyond §1.
 */
type Acting = { actions: readonly RuleAction[] }

/** The operation that a caller would use to do the same. A message reaches people as a comment does. */
const operations = {
  move_card: 'card.update',
  add_label: 'card.label',
  remove_label: 'card.unlabel',
  assign: 'card.assign',
  delegate: 'delegation.set',
  set_priority: 'card.update',
  set_field: 'card.field.set',
  complete_card: 'card.update',
  reopen_card: 'card.update',
  archive_card: 'card.update',
  create_card: 'card.create',
  add_comment: 'comment.create',
  add_checklist_item: 'checklist.add',
  notify: 'comment.create',
} as const satisfies Record<RuleAction['type'], keyof typeof catalogue>

const accessOf = ({ type }: RuleAction): { role: Role; scope: Scope } => catalogue[operations[type]].access

/** The scope that a credential lacks to save the rule, or null. */
export function missingScope(principal: Pick<Principal, 'grant'>, { actions }: Acting): Scope | null {
  return actions.map((action) => accessOf(action).scope).find((scope) => !holdsScope(principal, scope)) ?? null
}

/** Throws forbidden when the credential lacks a scope that an action needs. */
export function requireScopesOf(principal: Principal, { actions }: Acting): void {
  for (const action of actions) requireScope(principal, accessOf(action).scope)
}

/** The reason why the rule's author may no longer perform its actions; null while they may. */
export async function authorProblem(reader: Reader, rule: Pick<RuleRow, 'boardId' | 'savedBy' | 'actions'>): Promise<Explained | null> {
  const role = await roleNow(reader, rule.boardId, rule.savedBy)
  if (role === null) return explained('ruleLostAuthor')
  const lacking = rule.actions.map((action) => accessOf(action).role).find((needed) => !atLeast(role, needed))
  return lacking === undefined ? null : explained('ruleWeakAuthor', { role: lacking })
}
