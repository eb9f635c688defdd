import type { ParsedInputOf } from '@tandem/contract'
import type { ListKey } from './types.ts'

/** The rules that come with a code host: enabled, and to be changed like any other. Specification: service §2. */
export type DefaultRule = Omit<ParsedInputOf<'rule.create'>, 'boardId' | 'clientMutationId'>

const table = [
  { name: 'Pull request opened: in progress', verb: 'vcs.pr_opened', to: 'inProgressListId' },
  { name: 'Pull request merged: done', verb: 'vcs.pr_merged', to: 'doneListId' },
] as const satisfies readonly { name: string; verb: string; to: ListKey }[]

/** None unless both lists are known. */
export function defaultRules(lists: Partial<Record<ListKey, string>>): DefaultRule[] {
  const rules = table.flatMap(({ name, verb, to }): DefaultRule[] => {
    const listId = lists[to]
    if (listId === undefined) return []
    return [{ name, enabled: true, trigger: { verb }, conditions: [], actions: [{ type: 'move_card', listId }] }]
  })
  return rules.length === table.length ? rules : []
}
