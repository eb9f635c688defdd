import type { Rule, RuleAction } from '@tandem/contract'

/** An id of the board that a rule refers to, and the part of the rule that does. */
export type Name = {
  kind: 'list' | 'label' | 'field' | 'member' | 'person' | 'agent'
  id: string
  where: 'trigger' | 'conditions' | 'actions'
}
export type Definition = Pick<Rule, 'trigger' | 'conditions' | 'actions'>

type Kind = Name['kind']
type Naming = { [T in RuleAction['type']]?: (action: Extract<RuleAction, { type: T }>) => [Kind, readonly string[]][] }

const inActions: Naming = {
  move_card: ({ listId }) => [['list', [listId]]],
  add_label: ({ labelId }) => [['label', [labelId]]],
  remove_label: ({ labelId }) => [['label', [labelId]]],
  assign: ({ actorId }) => [['person', [actorId]]],
  delegate: ({ agentActorId }) => [['agent', [agentActorId]]],
  set_field: ({ fieldId }) => [['field', [fieldId]]],
  create_card: ({ listId, labelIds, assigneeActorIds }) => [
    ['list', [listId]],
    ['label', labelIds ?? []],
    ['person', assigneeActorIds ?? []],
  ],
  notify: ({ to }) => [['member', Array.isArray(to) ? to : []]],
}

/** The attributes whose values are ids of the board. Who made a card may have left. */
const inConditions: Partial<Record<string, Kind>> = { listId: 'list', label: 'label', assignee: 'member', delegatedTo: 'member' }

export function namesIn({ trigger, conditions, actions }: Definition): Name[] {
  return [
    ...namesInTrigger(trigger),
    ...conditions.flatMap(({ field, value }): Name[] => {
      if (field.startsWith('field.')) return [{ kind: 'field', id: field.slice('field.'.length).toLowerCase(), where: 'conditions' }]
      const kind = inConditions[field]
      if (!kind || value === undefined) return []
      return [value].flat().map((id) => ({ kind, id: String(id).toLowerCase(), where: 'conditions' }))
    }),
    ...actions.flatMap((action) => {
      const names = inActions[action.type] as ((action: RuleAction) => [Kind, readonly string[]][]) | undefined
      return (names?.(action) ?? []).flatMap(([kind, ids]) => ids.map((id): Name => ({ kind, id, where: 'actions' })))
    }),
  ]
}

function namesInTrigger(trigger: Definition['trigger']): Name[] {
  if (!('verb' in trigger)) return []
  const { listId, toListId, labelId } = trigger.filters ?? {}
  const lists = [listId, toListId].flatMap((id): Name[] => (id === undefined ? [] : [{ kind: 'list', id, where: 'trigger' }]))
  return labelId === undefined ? lists : [...lists, { kind: 'label', id: labelId, where: 'trigger' }]
}

export const needsOf = (definition: Definition): string[] => [...new Set(namesIn(definition).map(({ id }) => id))]

/** The rule with the ids of another board; null when it names something that has no counterpart there. */
export function translate(definition: Definition, ids: (name: Name) => string | undefined): Definition | null {
  const names = namesIn(definition)
  const counterparts = new Map(names.map((name) => [name.id, ids(name)]))
  if ([...counterparts.values()].includes(undefined)) return null
  const text = JSON.stringify(definition).replaceAll(uuid, (id) => counterparts.get(id.toLowerCase()) ?? id)
  return JSON.parse(text) as Definition
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
