import { useQuery } from '@tanstack/react-query'
import { Activity, Bot, CircleDot, Columns3, type LucideIcon, Tag, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { meQuery } from '../../../api/queries.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { PickerOption } from '../../../ui/base/picker.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { PriorityMark, urgentFirst } from '../../../ui/priority-mark.tsx'
import { attributeIcons, fieldIconOf } from '../../card/property-icons.ts'
import { type Filter, sessionStates } from './filter.ts'

/** A facet: one kind of condition with its choices. */
export type Facet = {
  /** The name of the condition; for a custom field, its id. */
  id: string
  name: string
  icon: LucideIcon
  options: readonly PickerOption[]
  /** Whether several can be chosen. */
  multiple: boolean
  /** The filter after a choice was made or removed. */
  changeOf: (optionId: string) => Filter
  /** A field whose value is typed, not chosen. */
  field?: BoardModel['fields'][number]
}

type Choice = { id: string; text: string; mark?: PickerOption['mark'] }

/** All facets of a board, in the order in which they are offered. */
export function useFacets(board: BoardModel, filter: Filter): Facet[] {
  const people = usePeople(board, filter)
  const agents = useAgents(board, filter)
  const labels = useLabels(board, filter)
  const attributes = useAttributes(filter)
  const state = useStates(filter)
  const lists = useLists(board, filter)
  const fields = useFields(board, filter)
  return [people, ...agents, labels, ...attributes, state, lists, ...fields].filter(
    ({ options, field }) => options.length > 0 || field !== undefined,
  )
}

function usePeople(board: BoardModel, { assignee }: Filter): Facet {
  const t = useTranslations('views.filter')
  const me = useQuery(meQuery).data
  const others = board.members.filter((member) => member.kind === 'human' && member.actorId !== me?.id)
  const choices: Choice[] = [
    { id: 'me', text: t('me'), mark: me && <Avatar face={me} size="xs" /> },
    { id: 'none', text: t('unassigned') },
    ...others.map((face) => ({ id: face.actorId, text: face.name, mark: <Avatar face={face} size="xs" /> })),
  ]
  return { id: 'assignee', name: t('assignee'), icon: UserRound, ...several(choices, assignee, (next) => ({ assignee: next })) }
}

function useAgents(board: BoardModel, { delegatedTo, sessionState }: Filter): Facet[] {
  const t = useTranslations('views.filter')
  const stateText = useTranslations('session.states')
  const agents = board.members.filter((member) => member.kind === 'agent')
  const choices: Choice[] = [
    { id: 'none', text: t('notDelegated') },
    ...agents.map((face) => ({ id: face.actorId, text: face.name, mark: <Avatar face={face} size="xs" /> })),
  ]
  const states = sessionStates.map((state) => ({ id: state, text: state === 'error' ? t('failed') : stateText(state) }))
  const inOrder = (next: readonly string[]) => ({ sessionState: sessionStates.filter((state) => next.includes(state)) })
  return [
    { id: 'delegatedTo', name: t('agent'), icon: Bot, ...several(choices, delegatedTo, (next) => ({ delegatedTo: next })) },
    { id: 'sessionState', name: t('session'), icon: Activity, ...several(states, sessionState, inOrder) },
  ]
}

function useLabels(board: BoardModel, { label }: Filter): Facet {
  const t = useTranslations('views.filter')
  const idOf = (named: string) =>
    board.labels.find(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase())?.id ?? named
  const choices = board.labels.map(({ id, name, color }) => ({ id, text: name, mark: <LabelDot color={color} size="xs" /> }))
  // A view that was saved elsewhere may contain the name of a label; here the label itself counts.
  return { id: 'label', name: t('label'), icon: Tag, ...several(choices, label?.map(idOf), (next) => ({ label: next })) }
}

const namedDues = ['overdue', 'today', 'week', 'none'] as const

function useAttributes({ due, priority }: Filter): Facet[] {
  const t = useTranslations('views.filter')
  const priorityText = useTranslations('priority')
  const dues = namedDues.map((one) => ({ id: one, text: t(`dues.${one}`) }))
  const levels = urgentFirst.map((one) => ({ id: one, text: priorityText(one), mark: <PriorityMark priority={one} inColumn /> }))
  const inOrder = (next: readonly string[]) => ({ priority: urgentFirst.filter((one) => next.includes(one)) })
  return [
    { id: 'due', name: t('due'), icon: attributeIcons.dayEnd, ...single(dues, due, (next) => ({ due: next })) },
    { id: 'priority', name: t('priority'), icon: attributeIcons.priority, ...several(levels, priority, inOrder) },
  ]
}

/** Open or completed, blocked or not: a choice replaces its opposite, because both set the same condition. */
function useStates({ completed, blocked, archived }: Filter): Facet {
  const t = useTranslations('views.filter')
  const pairs = {
    open: { text: t('open'), on: completed === false, change: { completed: false } },
    completed: { text: t('completed'), on: completed === true, change: { completed: true } },
    blocked: { text: t('blocked'), on: blocked === true, change: { blocked: true } },
    notBlocked: { text: t('notBlocked'), on: blocked === false, change: { blocked: false } },
    // Archived cards are on no board, so this is not offered; but a condition that came with a view can be removed here.
    ...(archived && { archived: { text: t('archived'), on: true, change: { archived: true } } }),
  } satisfies Record<string, { text: string; on: boolean; change: Filter }>
  const all: Record<string, { text: string; on: boolean; change: Filter }> = pairs
  return {
    id: 'state',
    name: t('state'),
    icon: CircleDot,
    multiple: true,
    options: Object.entries(all).map(([id, { text, on }]) => ({ id, text, on: on ? 'all' : 'none' })),
    changeOf(id) {
      const { on = false, change = {} } = all[id] ?? {}
      return on ? Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) : change
    },
  }
}

function useLists(board: BoardModel, { listId }: Filter): Facet {
  const t = useTranslations('views.filter')
  const choices = board.lists.length < 2 ? [] : board.lists.map(({ id, name }) => ({ id, text: name }))
  return { id: 'listId', name: t('list'), icon: Columns3, ...several(choices, listId, (next) => ({ listId: next })) }
}

/** The board's own fields, which match by equality. */
function useFields(board: BoardModel, filter: Filter): Facet[] {
  const t = useTranslations('views.filter')
  return board.fields.map((field) => {
    const change = (value: string | boolean | undefined) => fieldChange(filter, field.id, value)
    const now = filter.field?.[field.id]
    const ticks = [
      { id: 'true', text: t('ticked') },
      { id: 'false', text: t('notTicked') },
    ]
    const of: Record<string, Omit<Facet, 'id' | 'name' | 'icon'>> = {
      checkbox: single(ticks, now === undefined ? undefined : String(now), (next) => change(next && next === 'true')),
      select: single(
        (field.options ?? []).map((option) => ({ id: option, text: option })),
        now === undefined ? undefined : String(now),
        change,
      ),
    }
    const written = { options: [], multiple: false, changeOf: () => ({}), field }
    return { id: field.id, name: field.name, icon: fieldIconOf(field.type), ...(of[field.type] ?? written) }
  })
}

/** Without a value the field is no condition. */
export function fieldChange(filter: Filter, fieldId: string, value: string | number | boolean | undefined): Filter {
  const { [fieldId]: _, ...others } = filter.field ?? {}
  return { field: value === undefined || value === '' ? others : { ...others, [fieldId]: value } }
}

/** Chosen ones keep the order in which they were chosen. */
function several(choices: readonly Choice[], chosen: readonly string[] = [], change: (next: string[]) => Filter) {
  return {
    multiple: true,
    options: choices.map((one) => optionOf(one, chosen.includes(one.id))),
    changeOf: (id: string) => change(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
  }
}

function single(choices: readonly Choice[], chosen: string | undefined, change: (next: string | undefined) => Filter) {
  return {
    multiple: false,
    options: choices.map((one) => optionOf(one, one.id === chosen)),
    changeOf: (id: string) => change(id === chosen ? undefined : id),
  }
}

/** Its mark and its text say the same. */
const optionOf = ({ id, text, mark }: Choice, isOn: boolean): PickerOption => ({
  id,
  text,
  on: isOn ? 'all' : 'none',
  mark: mark && (
    <span aria-hidden className="contents">
      {mark}
    </span>
  ),
})

/** The facet that changes a condition of a filter. */
export const facetOf = (condition: string): string => (isState.has(condition) ? 'state' : condition)

/** Whether a filter has a condition of this facet. */
export const asksOf = (filter: Filter, facetId: string): boolean =>
  Object.keys(filter).some((condition) => facetOf(condition) === facetId) || filter.field?.[facetId] !== undefined

const isState: ReadonlySet<string> = new Set(['completed', 'blocked', 'archived'])
