import type { Explanation, Params } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '../../../api/failure.ts'
import { useEventNames } from '../automation/verbs.ts'
import type { Condition, Definition, Filters, Run } from './draft.ts'
import { useConditionParts, useFilterValue } from './rule-words.tsx'

const filterNames = ['listId', 'toListId', 'labelId', 'targetBranch', 'priority', 'actorKind'] as const satisfies readonly (keyof Filters)[]
const ops = ['is', 'is_not', 'in', 'not_in', 'contains', 'gt', 'lt', 'is_set', 'is_not_set'] as const satisfies readonly Condition['op'][]
const withoutValue: ReadonlySet<Condition['op']> = new Set(['is_set', 'is_not_set'])
/** In characters. */
const longestValue = 60
const mostValues = 3

/**
 * Formats the reason why a rule did nothing, why an action failed or why it was switched off, in the words of the rule; for an unknown
 * reason the text of the service. The service names a condition or filter without its value, which is taken from `rule`.
 */
export function useReasonWords(
  rule?: Pick<Definition, 'trigger' | 'conditions'>,
): (told: string, why: Explanation | null | undefined) => string {
  const t = useTranslations('automation')
  const eventName = useEventNames()
  const words = useRefusalWords()
  const parts = useConditionParts()
  const filterValue = useFilterValue()
  const { conditions, filters } = asked(rule)
  /** The condition that was not met. Of several on the same field, any may be it. */
  const conditionOf = ({ field, op }: Params): Condition | undefined => {
    const alike = conditions.filter((one) => one.field === field && one.op === op)
    if (alike.length === 1) return alike[0]
    const known = ops.find((one) => one === op)
    return known && withoutValue.has(known) ? { field: String(field), op: known } : undefined
  }
  /** The whole text of a reason whose value is unknown. */
  const withoutItsValue: Partial<Record<string, (params: Params) => string | null>> = {
    ruleCondition(params) {
      if (conditionOf(params)) return null
      return t('runs.unmetCondition', { what: parts({ field: String(params.field), op: 'is' }).what })
    },
    ruleFilter({ filter }) {
      const known = filterNames.find((one) => one === filter)
      return known && filters[known] === undefined ? t('runs.unmetFilter', { filter: t(`filters.${known}`) }) : null
    },
  }
  /** Translates the codes of the API into the reader's language. */
  const inWords: Partial<Record<string, (params: Params) => Params>> = {
    ruleCondition(params) {
      const condition = conditionOf(params)
      if (!condition) return params
      const { what, how, values } = parts(condition, longestValue)
      const shown = values.length > mostValues ? [...values.slice(0, mostValues), '…'] : values
      return { condition: [what, how, shown.join(', ')].join(' ').trim() }
    },
    ruleFilter({ filter = '' }) {
      const known = filterNames.find((one) => one === filter)
      const value = known && filters[known]
      return {
        filter: known === undefined || value === undefined ? filter : `${t(`filters.${known}`)} ${filterValue(known, value, longestValue)}`,
      }
    },
    ruleWaits: ({ verb }) => ({ verb: eventName(String(verb)) }),
  }
  return (told, why) => {
    if (!why) return told
    const { reason, params = {} } = why
    return withoutItsValue[reason]?.(params) ?? words({ reason, params: inWords[reason]?.(params) ?? params }) ?? told
  }
}

/** The conditions and filters of a rule. Empty without a rule: one that changed after the run may have had others. */
function asked(rule: Pick<Definition, 'trigger' | 'conditions'> | undefined): { conditions: readonly Condition[]; filters: Filters } {
  const { trigger, conditions = [] } = rule ?? {}
  return { conditions, filters: (trigger && 'verb' in trigger && trigger.filters) || {} }
}

/** Formats why an action failed or, if it mentioned agents that did not start, why each of them did not. `told` is the text of the service. */
export function useProblemWords(): (told: string, action: Pick<Run['actions'][number], 'why' | 'uncalled'>) => string {
  const t = useTranslations('automation.runs')
  const [reason, words] = [useReasonWords(), useRefusalWords()]
  return (told, { why, uncalled = [] }) => {
    const lines = uncalled.map((call) => {
      const text = words(call)
      return text === null ? null : t('uncalled', { handle: call.handle, why: text })
    })
    // A reason without words leaves the text of the service, which names all of them.
    return lines.length > 0 && !lines.includes(null) ? lines.join(' ') : reason(told, why)
  }
}
