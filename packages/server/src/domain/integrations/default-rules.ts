import type { ParsedInputOf } from '@tandem/contract'
import type { ListKey } from './types.ts'

/** The rules that come with a code host: enabled, and to be changed like any other. Specification: service §2. */
export type DefaultRule = Omit<ParsedInputOf<'rule.create'>, 'boardId' | 'clientMutationId'>

const noneOpen = { field: 'openPullRequests', op: 'is', value: 0 } as const

const table = [
  { name: 'Pull request opened: in progress', trigger: { verb: 'vcs.pr_opened' }, to: 'inProgressListId', conditions: [] },
  // With several pull requests, the rule waits for the last one.
  { name: 'Pull request merged: done', trigger: { verb: 'vcs.pr_merged', orLastClosed: true }, to: 'doneListId', conditions: [noneOpen] },
] as const satisfies readonly { name: string; trigger: object; to: ListKey; conditions: readonly object[] }[]

/** The rules of a new integration; none unless both lists are known. */
export function defaultRules(lists: Partial<Record<ListKey, string>>): DefaultRule[] {
  const rules = table.flatMap(({ name, trigger, to, conditions }): DefaultRule[] => {
    const listId = lists[to]
    if (listId === undefined) return []
    return [{ name, enabled: true, trigger, conditions: [...conditions], actions: [{ type: 'move_card', listId }] }]
  })
  return rules.length === table.length ? rules : []
}
