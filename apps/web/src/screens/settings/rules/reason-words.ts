import type { Explanation, Params } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '../../../api/failure.ts'
import { useVerbWords } from '../automation/verbs.ts'
import { useBoardSettings } from '../board-context.ts'
import { fieldNamed, isAttribute, payloadPrefix, useAttributeName } from './attributes.ts'
import type { Condition, Filters } from './draft.ts'

const filterNames = ['listId', 'toListId', 'labelId', 'targetBranch', 'priority', 'actorKind'] as const satisfies readonly (keyof Filters)[]
const ops = ['is', 'is_not', 'in', 'not_in', 'contains', 'gt', 'lt', 'is_set', 'is_not_set'] as const satisfies readonly Condition['op'][]

/** Why a rule did nothing, why an action of it failed or why it was switched off, in the words of the rule; what has no words here is told as the service does. */
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
  /** What is named in the language of the wire. */
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
