import { priorities } from '@tandem/contract'
import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import type { Prior } from '../../../mutations/inverse-parts.ts'
import type { Call } from '../../../mutations/kept-changes.ts'
import type { LaneKind, LanesBy } from '../filter/search.ts'
import { checked, type FieldValues, fieldOf, movedBetween, noneLane } from './lanes.ts'

/** The values of a card in the attribute that the rows are made by. */
export type Standing = readonly string[]

/** How dragging a card from row to row changes the attribute. */
export type LaneChange = {
  standingOf: (card: CardModel) => Standing
  next: (before: Standing, from: string, to: string) => Standing
  show: (card: CardModel, standing: Standing) => Partial<CardModel>
  calls: (cardId: string, before: Standing, after: Standing) => readonly Call[]
  /** What an undo needs to know of the card and the board does not have. */
  prior?: (cardId: string) => Partial<Prior>
}

/** Removals before additions, one call each, because some attributes refuse a second value. */
const eachDifference = (
  before: Standing,
  after: Standing,
  { take, give }: { take: (value: string) => Call; give: (value: string) => Call },
): Call[] => [...before.filter((value) => !after.includes(value)).map(take), ...after.filter((value) => !before.includes(value)).map(give)]

const single = (_before: Standing, _from: string, to: string): Standing => (to === noneLane ? [] : [to])

const laneChanges = (meId: string): Record<LaneKind, LaneChange> => ({
  assignee: {
    standingOf: (card) => card.assigneeActorIds,
    next: movedBetween,
    show: (_card, standing) => ({ assigneeActorIds: [...standing] }),
    calls: (cardId, before, after) =>
      eachDifference(before, after, {
        take: (actorId) => ({ name: 'card.unassign', input: { cardId, actorId } }),
        give: (actorId) => ({ name: 'card.assign', input: { cardId, actorId } }),
      }),
  },
  label: {
    standingOf: (card) => card.labelIds,
    next: movedBetween,
    show: (_card, standing) => ({ labelIds: [...standing] }),
    calls: (cardId, before, after) =>
      eachDifference(before, after, {
        take: (labelId) => ({ name: 'card.unlabel', input: { cardId, labelId } }),
        give: (labelId) => ({ name: 'card.label', input: { cardId, labelId } }),
      }),
  },
  delegate: {
    standingOf: ({ delegation }) => (delegation ? [delegation.agentActorId] : []),
    next: single,
    show: (_card, [agentActorId]) => ({
      delegation: agentActorId === undefined ? null : { agentActorId, delegatedByActorId: meId, delegatedAt: new Date().toISOString() },
    }),
    calls: (cardId, _before, [agentActorId]) => [
      agentActorId === undefined
        ? { name: 'delegation.clear', input: { cardId } }
        : { name: 'delegation.set', input: { cardId, agentActorId } },
    ],
  },
  priority: {
    standingOf: ({ priority }) => (priority === noneLane ? [] : [priority]),
    next: single,
    show: (_card, standing) => ({ priority: priorityIn(standing) }),
    calls: (cardId, _before, after) => [{ name: 'card.update', input: { cardId, priority: priorityIn(after) } }],
  },
})

const priorityIn = ([value]: Standing): CardModel['priority'] => priorities.find((one) => one === value) ?? 'none'

/** Values of fields are not part of a board's cards: the shown ones are kept beside them. */
const fieldChange = (fieldId: string, said: FieldValues, toValue: (option: string) => string | boolean): LaneChange => ({
  standingOf({ id }) {
    const value = said.get(id)
    return value === undefined ? [] : [value]
  },
  next: single,
  show: () => ({}),
  prior(cardId) {
    const value = said.get(cardId)
    return { fieldValues: value === undefined ? [] : [{ fieldId, value: toValue(value) }] }
  },
  calls: (cardId, _before, [value]) => [
    value === undefined
      ? { name: 'card.field.clear', input: { cardId, fieldId } }
      : { name: 'card.field.set', input: { cardId, fieldId, value: toValue(value) } },
  ],
})

export function laneChangeOf(by: LanesBy, meId: string, said: FieldValues, fields: BoardModel['fields']): LaneChange {
  const fieldId = fieldOf(by)
  const isCheckbox = fields.find((field) => field.id === fieldId)?.type === 'checkbox'
  const changes: Record<string, LaneChange> = laneChanges(meId)
  return (
    (fieldId === null ? changes[by] : undefined) ?? fieldChange(fieldId ?? '', said, (option) => (isCheckbox ? option === checked : option))
  )
}
