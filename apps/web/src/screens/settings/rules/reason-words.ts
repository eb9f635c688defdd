import type { Explanation, Params } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '../../../api/failure.ts'
import { useVerbWords } from '../automation/verbs.ts'
import { useBoardSettings } from '../board-context.ts'
import { fieldNamed, isAttribute, payloadPrefix, useAttributeName } from './attributes.ts'
import type { Condition, Filters, Run } from './draft.ts'

const filterNames = ['listId', 'toListId', 'labelId', 'targetBranch', 'priority', 'actorKind'] as const satisfies readonly (keyof Filters)[]
const ops = ['is', 'is_not', 'in', 'not_in', 'contains', 'gt', 'lt', 'is_set', 'is_not_set'] as const satisfies readonly Condition['op'][]

/**
 * Formats the reason why a rule did nothing, why an action failed or why it was switched off, in the words of the rule; for an unknown
 * reason the text of the service.
 */
export function useReasonWords(): (told: string, why: Explanation | null | undefined) => string {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const verbWords = useVerbWords()
  const attributeName = useAttributeName()
  const words = useRefusalWords()
  const attribute = (field: string) => {
    if (isAttribute(field)) return attributeName(field)
    if (field.startsWith(payloadPrefix)) return t('payloadKey', { key: field.slice(payloadPrefix.length) })
    return fieldNamed(field, board.fields)?.name ?? t('gone')
  }
  /** Translates the codes of the API into the reader's language. */
  const inWords: Partial<Record<string, (params: Params) => Params>> = {
    ruleCondition({ field, op }) {
      const known = ops.find((one) => one === op)
      return { condition: `${attribute(String(field))} ${known ? t(`ops.${known}`) : op}` }
    },
    ruleFilter({ filter = '' }) {
      const known = filterNames.find((one) => one === filter)
      return { filter: known ? t(`filters.${known}`) : filter }
    },
    ruleWaits: ({ verb }) => ({ verb: verbWords(String(verb)) }),
  }
  return (told, why) => {
    if (!why) return told
    const { reason, params = {} } = why
    return words({ reason, params: inWords[reason]?.(params) ?? params }) ?? told
  }
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
