import { useTranslations } from 'use-intl'
import { useVerbWords } from '../automation/verbs.ts'
import { useBoardSettings } from '../board-context.ts'
import { fieldNamed, isAttribute, payloadPrefix } from './attributes.ts'
import type { Condition, Filters } from './draft.ts'
import { type Reason, reasonIn } from './reason-shapes.ts'
import { useAttributeName } from './use-attribute-name.ts'

const filterNames = ['listId', 'toListId', 'labelId', 'targetBranch', 'priority', 'actorKind'] as const satisfies readonly (keyof Filters)[]
const ops = ['is', 'is_not', 'in', 'not_in', 'contains', 'gt', 'lt', 'is_set', 'is_not_set'] as const satisfies readonly Condition['op'][]

/** Why a rule did nothing, why an action of it failed or why it was switched off, in the words of the rule; a reason that has no shape here is told as the service does. */
export function useReasonWords(): (told: string) => string {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const verbWords = useVerbWords()
  const attributeName = useAttributeName()
  const attribute = (field: string) => {
    if (isAttribute(field)) return attributeName(field)
    if (field.startsWith(payloadPrefix)) return t('payloadKey', { key: field.slice(payloadPrefix.length) })
    return fieldNamed(field, board.fields)?.name ?? t('gone')
  }
  /** What is named in the language of the wire. */
  const inWords: Partial<Record<Reason['shape'], (values: Reason['values']) => Reason['values']>> = {
    condition({ field = '', op = '' }) {
      const known = ops.find((one) => one === op)
      return { condition: `${attribute(field)} ${known ? t(`ops.${known}`) : op}` }
    },
    filter({ filter = '' }) {
      const known = filterNames.find((one) => one === filter)
      return { filter: known ? t(`filters.${known}`) : filter }
    },
    waits: ({ verb = '' }) => ({ verb: verbWords(verb) }),
  }
  return (told) => {
    const reason = reasonIn(told)
    if (!reason) return told
    const { shape, values } = reason
    return t(`reasons.${shape}`, { ...none, ...(inWords[shape]?.(values) ?? values) })
  }
}

/** Each text takes the values that it names. */
const none = { condition: '', filter: '', verb: '', count: '', name: '', what: '' }
