import type { ParsedInputOf } from '@tandem/contract'
import type { ListKey } from './types.ts'

/** The rules that come with a code host: enabled, and to be changed like any other. Specification: service §2. */
export type DefaultRule = Omit<ParsedInputOf<'rule.create'>, 'boardId' | 'clientMutationId'>

const noneOpen = { field: 'openPullRequests', op: 'is', value: 0 } as const

const table = [
  { name: 'Pull request opened: in progress', verb: 'vcs.pr_opened', to: 'inProgressListId', conditions: [] },
  // Of several pull requests the last one.
  { name: 'Pull request merged: done', verb: 'vcs.pr_merged', to: 'doneListId', conditions: [noneOpen] },
] as const satisfies readonly { name: string; verb: string; to: ListKey; conditions: readonly object[] }[]

/** None unless both lists are known. */
export function defaultRules(lists: Partial<Record<ListKey, string>>): DefaultRule[] {
  const rules = table.flatMap(({ name, verb, to, conditions }): DefaultRule[] => {
    const listId = lists[to]
    if (listId === undefined) return []
    return [{ name, enabled: true, trigger: { verb }, conditions: [...conditions], actions: [{ type: 'move_card', listId }] }]
  })
  return rules.length === table.length ? rules : []
}
