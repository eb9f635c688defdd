import { useTranslations } from 'use-intl'
import { useVerbWords } from '../automation/verbs.ts'
import { useBoardSettings } from '../board-context.ts'
import { fieldNamed, isAttribute, payloadPrefix } from './attributes.ts'
import type { Condition, Filters } from './draft.ts'

const shapes = {
  condition: /^The condition (?<field>\S+) (?<op>\S+) does not hold\.$/,
  filter: /^The filter (?<filter>\S+) does not fit\.$/,
  waits: /^The rule waits for (?<verb>\S+)\.$/,
  noCard: /^This is about no card that is on the board\.$/,
  archived: /^By the clock archived cards are left out\.$/,
  clock: /^The rule runs by the clock\.$/,
  noneMeets: /^No card meets the conditions\.$/,
} as const

const filterNames = ['listId', 'toListId', 'labelId', 'targetBranch', 'priority', 'actorKind'] as const satisfies readonly (keyof Filters)[]
const ops = ['is', 'is_not', 'in', 'not_in', 'contains', 'gt', 'lt', 'is_set', 'is_not_set'] as const satisfies readonly Condition['op'][]

/** Why a rule did nothing, in the words of the rule; a reason that has no shape here is told as the service does. */
export function useReasonWords(): (reason: string) => string {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const verbWords = useVerbWords()
  const attribute = (field: string) => {
    if (isAttribute(field)) return t(`attributes.${field}`)
    if (field.startsWith(payloadPrefix)) return t('payloadKey', { key: field.slice(payloadPrefix.length) })
    return fieldNamed(field, board.fields)?.name ?? t('gone')
  }
  const said: Record<keyof typeof shapes, (found: Record<string, string>) => string> = {
    condition({ field = '', op = '' }) {
      const known = ops.find((one) => one === op)
      return t('reasons.condition', { condition: `${attribute(field)} ${known ? t(`ops.${known}`) : op}` })
    },
    filter({ filter = '' }) {
      const known = filterNames.find((one) => one === filter)
      return t('reasons.filter', { filter: known ? t(`filters.${known}`) : filter })
    },
    waits: ({ verb = '' }) => t('reasons.waits', { verb: verbWords(verb) }),
    noCard: () => t('reasons.noCard'),
    archived: () => t('reasons.archived'),
    clock: () => t('reasons.clock'),
    noneMeets: () => t('reasons.noneMeets'),
  }
  return (reason) => {
    for (const [shape, pattern] of Object.entries(shapes)) {
      const found = pattern.exec(reason)
      if (found) return said[shape as keyof typeof shapes](found.groups ?? {})
    }
    return reason
  }
}
