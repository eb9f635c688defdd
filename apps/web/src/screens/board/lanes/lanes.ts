import { tileIdOf } from '../../../dnd/focus-card.ts'
import type { Order } from '../../../dnd/place.ts'
import type { BoardModel, CardModel, ListModel } from '../../../live/board-model.ts'
import { urgentFirst } from '../../../ui/priority-mark.tsx'
import type { LaneKind, LanesBy } from '../filter/search.ts'

/** The row of the cards without a value. */
export const noneLane = 'none'

/** A row of a board. Its `id` is part of the ids of tiles and lists, so it must contain no character that needs quotes in a selector. */
export type Lane = { id: string; value: string; lists: readonly (readonly CardModel[])[]; count: number }

/** The values of the cards in the field that makes the rows, as far as they have been read: the tree has no field values. */
export type FieldValues = ReadonlyMap<string, string>

type Kind = {
  /** The possible rows, in their order. */
  values: (board: Pick<BoardModel, 'members' | 'labels'>) => readonly string[]
  of: (card: CardModel) => readonly string[]
}

const membersOf = (members: BoardModel['members'], kind: 'human' | 'agent'): string[] =>
  members
    .filter((member) => member.kind === kind)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((member) => member.actorId)

const kinds: Record<LaneKind, Kind> = {
  assignee: { values: ({ members }) => membersOf(members, 'human'), of: (card) => card.assigneeActorIds },
  delegate: { values: ({ members }) => membersOf(members, 'agent'), of: ({ delegation }) => (delegation ? [delegation.agentActorId] : []) },
  label: { values: ({ labels }) => labels.map((label) => label.id), of: (card) => card.labelIds },
  priority: {
    values: () => urgentFirst.filter((priority) => priority !== 'none'),
    of: ({ priority }) => (priority === 'none' ? [] : [priority]),
  },
}

/** Fields with few values: the options of a select field, and a checkbox, of which a card without a value counts as not checked. */
export const makesLanes = ({ type }: Pick<BoardModel['fields'][number], 'type'>): boolean => type === 'select' || type === 'checkbox'

export const checked = 'true'

/** The rows that a field makes, besides that of the cards without a value. */
export const optionsOf = (field: BoardModel['fields'][number] | undefined): readonly string[] =>
  field?.type === 'checkbox' ? onlyChecked : (field?.options ?? [])
const onlyChecked = [checked]

export const fieldOf = (by: LanesBy): string | null => (by.startsWith('field:') ? by.slice(6) : null)

function kindOf(by: LanesBy, fields: BoardModel['fields'], said: FieldValues): Kind {
  const fieldId = fieldOf(by)
  if (fieldId === null) return kinds[by as LaneKind]
  const options = optionsOf(fields.find((field) => field.id === fieldId))
  return {
    values: () => options,
    of(card) {
      const value = said.get(card.id)
      return value === undefined ? [] : [value]
    },
  }
}

type Args = { by: LanesBy; board: Pick<BoardModel, 'members' | 'labels' | 'fields'>; lists: readonly ListModel[]; said: FieldValues }

/** The rows of a board, including empty ones; the last is for cards without a value. A card with several labels is in several rows. */
export function lanesOf({ by, board, lists, said }: Args): Lane[] {
  const kind = kindOf(by, board.fields, said)
  const values = kind.values(board)
  const known = new Set(values)
  // Each card is visited once, however many rows there are.
  const cells = new Map<string, CardModel[][]>([...values, noneLane].map((value) => [value, lists.map(() => [])]))
  for (const [at, list] of lists.entries())
    for (const card of list.cards) {
      const its = kind.of(card).filter((value) => known.has(value))
      for (const value of its.length > 0 ? its : [noneLane]) cells.get(value)?.[at]?.push(card)
    }
  return [...cells].map(([value, cards]) => ({
    id: encodeURIComponent(value).replaceAll("'", '%27'),
    value,
    lists: cards,
    count: cards.reduce((sum, each) => sum + each.length, 0),
  }))
}

/** With several values, such as labels, a card that moves from one row to another loses one and gets one. In the last row it has none. */
export function movedBetween(before: readonly string[], from: string, to: string): string[] {
  if (to === noneLane) return []
  return [...new Set([...before.filter((value) => value !== from), to])].sort()
}

/** Row by row, each with its part of every list. */
export const orderOf = (lanes: readonly Lane[], lists: readonly ListModel[]): Order =>
  lanes.flatMap((lane) =>
    lists.map((list, at) => ({
      listId: tileIdOf(list.id, lane.id),
      cardIds: (lane.lists[at] ?? []).map((card) => tileIdOf(card.id, lane.id)),
      lane: lane.id,
    })),
  )

type Drop = {
  /** The cards of the list, and those of it in the row; the dropped card is absent if it comes from elsewhere. */
  listIds: readonly string[]
  cellIds: readonly string[]
  cardId: string
  belowId: string | null
}

/**
 * The card of the whole list below which a card goes that is dropped in a row, since the row has only a part of the list. Undefined if it
 * is in place already.
 */
export function belowInList({ listIds, cellIds, cardId, belowId }: Drop): string | null | undefined {
  const others = cellIds.filter((id) => id !== cardId)
  const at = listIds.indexOf(cardId)
  const place = belowId === null ? 0 : others.indexOf(belowId) + 1
  if (at !== -1 && others.filter((id) => listIds.indexOf(id) < at).length === place) return undefined
  if (belowId !== null) return belowId
  const rest = listIds.filter((id) => id !== cardId)
  const first = others[0]
  // In an empty row, a card of another list comes last.
  return (first === undefined ? rest.at(-1) : rest[rest.indexOf(first) - 1]) ?? null
}
