import { useFormatter, useTimeZone, useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { wholeDay } from '../../../ui/date-styles.ts'
import type { Condition, Filter } from './filter.ts'

/** A condition in words, and the filter without it. */
export type ShownCondition = { condition: string; name: string; value: string; without: Filter }

type Shown = { name: string; value: string }

export function useShownConditions(board: BoardModel, filter: Filter): ShownCondition[] {
  const tell = useTellers(board, filter)
  return (Object.keys(filter) as Condition[]).flatMap((condition) => {
    if (condition === 'field') return fieldsOf(board, filter, tell.field)
    const told = tell.condition[condition]?.()
    if (!told) return []
    const { [condition]: _, ...without } = filter
    return [{ condition, ...told, without }]
  })
}

function fieldsOf(board: BoardModel, filter: Filter, tell: (value: unknown) => string): ShownCondition[] {
  const entries = Object.entries(filter.field ?? {})
  return entries.map(([fieldId, value]) => {
    const others = Object.fromEntries(entries.filter(([id]) => id !== fieldId))
    const { field: _, ...rest } = filter
    const name = board.fields.find((field) => field.id === fieldId)?.name ?? '?'
    return { condition: fieldId, name, value: tell(value), without: entries.length === 1 ? rest : { ...rest, field: others } }
  })
}

function useTellers(board: BoardModel, filter: Filter) {
  const t = useTranslations('views.filter')
  const [priorityText, stateText] = [useTranslations('priority'), useTranslations('session.states')]
  const format = useFormatter()
  const dueText = useDueText()
  const anyOf = (values: readonly string[]) => format.list(values, { type: 'disjunction' })
  const allOf = (values: readonly string[]) => format.list(values, { type: 'conjunction' })
  const labelName = (named: string) =>
    board.labels.find((label) => label.id === named || label.name.toLowerCase() === named.toLowerCase())?.name ?? t('gone')
  const actorName = (none: string) => (id: string) => {
    if (id === 'me') return t('me')
    return id === 'none' ? none : (board.members.find((member) => member.actorId === id)?.name ?? t('gone'))
  }
  const { q, label = [], everyLabel, assignee = [], delegatedTo = [], sessionState = [], priority = [], due = '', listId = [] } = filter
  const condition: Partial<Record<Condition, () => Shown>> = {
    q: () => ({ name: t('wordsOf'), value: q ?? '' }),
    label: () => ({ name: t('label'), value: (everyLabel ? allOf : anyOf)(label.map(labelName)) }),
    assignee: () => ({ name: t('assignee'), value: anyOf(assignee.map(actorName(t('unassigned')))) }),
    delegatedTo: () => ({ name: t('agent'), value: anyOf(delegatedTo.map(actorName(t('notDelegated')))) }),
    sessionState: () => ({
      name: t('session'),
      value: anyOf(sessionState.map((state) => (state === 'error' ? t('failed') : stateText(state)))),
    }),
    priority: () => ({ name: t('priority'), value: anyOf(priority.map((one) => priorityText(one))) }),
    due: () => ({ name: t('due'), value: dueText(due) }),
    blocked: () => ({ name: t('state'), value: filter.blocked ? t('blocked') : t('notBlocked') }),
    completed: () => ({ name: t('state'), value: filter.completed ? t('completed') : t('open') }),
    listId: () => ({ name: t('list'), value: anyOf(listId.map((id) => board.lists.find((list) => list.id === id)?.name ?? t('gone'))) }),
    archived: () => ({ name: t('state'), value: t('archived') }),
  }
  const field = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'ticked' : 'notTicked') : String(value))
  return { condition, field }
}

const namedDues = ['overdue', 'today', 'week', 'none'] as const

function useDueText(): (due: string) => string {
  const t = useTranslations('views.filter')
  const format = useFormatter()
  const timeZone = useTimeZone() ?? 'UTC'
  const day = (end: string) =>
    end === '' ? '' : format.dateTime(new Date(end), { ...wholeDay, timeZone: end.includes('T') ? timeZone : 'UTC' })
  return (due) => {
    const named = namedDues.find((one) => one === due)
    if (named) return t(`dues.${named}`)
    const [from = '', to = ''] = due.split('..')
    return `${day(from)} – ${day(to)}`.trim()
  }
}
