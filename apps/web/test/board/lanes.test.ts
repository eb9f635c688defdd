import { describe, expect, test } from 'vitest'
import { partsOfTile, tileIdOf } from '../../src/dnd/focus-card.ts'
import { neighbourOf, type Order, step } from '../../src/dnd/place.ts'
import type { BoardModel, CardModel, ListModel } from '../../src/live/board-model.ts'
import { lanesIn } from '../../src/screens/board/filter/search.ts'
import { laneChangeOf } from '../../src/screens/board/lanes/lane-change.ts'
import { belowInList, lanesOf, movedBetween, noneLane, orderOf } from '../../src/screens/board/lanes/lanes.ts'

const field = { id: '019f0000-0000-7000-8000-0000000000f1', name: 'Size', type: 'select', options: ['small', "large 'n' @home"] }
const paid = { id: '019f0000-0000-7000-8000-0000000000f2', name: 'Paid', type: 'checkbox', options: null }
const board = {
  members: [
    { actorId: 'mia', kind: 'human', name: 'Mia' },
    { actorId: 'ada', kind: 'human', name: 'Ada' },
    { actorId: 'robo', kind: 'agent', name: 'Robo' },
  ],
  labels: [
    { id: 'bug', name: 'Bug' },
    { id: 'idea', name: 'Idea' },
  ],
  fields: [field, paid],
} as unknown as Pick<BoardModel, 'members' | 'labels' | 'fields'>
const card = (id: string, more: object = {}) =>
  ({ id, labelIds: [], assigneeActorIds: [], delegation: null, priority: 'none', ...more }) as unknown as CardModel
const lists = [
  { id: 'todo', cards: [card('a', { labelIds: ['bug', 'idea'], assigneeActorIds: ['ada'] }), card('b', { priority: 'high' })] },
  { id: 'done', cards: [card('c', { delegation: { agentActorId: 'robo' }, assigneeActorIds: ['gone'] })] },
] as unknown as ListModel[]
const rows = (by: Parameters<typeof lanesOf>[0]['by'], said = new Map<string, string>()) =>
  lanesOf({ by, board, lists, said }).map((lane) => [lane.value, ...lane.lists.map((cards) => cards.map(({ id }) => id).join(''))])

describe('the rows of a board', () => {
  test('are in an order of their own, and the last is for cards that have none', () => {
    expect(rows('assignee')).toEqual([
      ['ada', 'a', ''],
      ['mia', '', ''],
      [noneLane, 'b', 'c'],
    ])
    expect(rows('delegate')).toEqual([
      ['robo', '', 'c'],
      [noneLane, 'ab', ''],
    ])
    expect(rows('priority').map(([value]) => value)).toEqual(['urgent', 'high', 'medium', 'low', noneLane])
  })

  test('have a card with several labels several times', () => {
    expect(rows('label')).toEqual([
      ['bug', 'a', ''],
      ['idea', 'a', ''],
      [noneLane, 'b', 'c'],
    ])
  })

  test('are by the options of a field, with what cards say in it', () => {
    const said = new Map([
      ['a', 'small'],
      ['c', 'an option that was taken away'],
    ])
    expect(rows(`field:${field.id}`, said)).toEqual([
      ['small', 'a', ''],
      ["large 'n' @home", '', ''],
      [noneLane, 'b', 'c'],
    ])
    expect(rows('field:of nothing')).toEqual([[noneLane, 'ab', 'c']])
    for (const { id } of lanesOf({ by: `field:${field.id}`, board, lists, said })) {
      expect(id).not.toMatch(/['"@\\]/)
      expect(partsOfTile(tileIdOf('a', id))).toEqual({ cardId: 'a', lane: id })
    }
  })

  test('are two for a checkbox: a card without a value counts as not checked', () => {
    const by = `field:${paid.id}` as const
    expect(rows(by, new Map([['c', 'true']]))).toEqual([
      ['true', '', 'c'],
      [noneLane, 'ab', ''],
    ])
    const { next, calls, prior } = laneChangeOf(by, 'ada', new Map([['c', 'true']]), board.fields)
    const input = { fieldId: paid.id }
    expect(calls('a', [], next([], noneLane, 'true'))).toEqual([{ name: 'card.field.set', input: { ...input, cardId: 'a', value: true } }])
    expect(calls('c', ['true'], next(['true'], 'true', noneLane))).toEqual([{ name: 'card.field.clear', input: { ...input, cardId: 'c' } }])
    expect(prior?.('c')).toEqual({ fieldValues: [{ ...input, value: true }] })
  })

  test('are named in an address by a word or by the id of a field', () => {
    expect(['assignee', 'delegate', 'label', 'priority', `field:${field.id}`].map(lanesIn)).not.toContain(null)
    expect(['', 'mood', 'field:', 'field:x', 7, null].map(lanesIn)).toEqual([null, null, null, null, null, null])
  })
})

test('a card that goes to another row loses what the row stood for, and in the last row all', () => {
  expect(movedBetween(['bug', 'urgent'], 'bug', 'idea')).toEqual(['idea', 'urgent'])
  expect(movedBetween(['bug', 'idea'], 'bug', 'idea')).toEqual(['idea'])
  expect(movedBetween([], noneLane, 'idea')).toEqual(['idea'])
  expect(movedBetween(['bug', 'idea'], 'bug', noneLane)).toEqual([])
})

test('a card that is dropped in a row finds its place in the whole list', () => {
  const listIds = ['a', 'b', 'c', 'd', 'e']
  const dropped = (cardId: string, cellIds: string[], belowId: string | null) => belowInList({ listIds, cellIds, cardId, belowId })
  expect(dropped('a', ['b', 'd'], 'd')).toBe('d')
  expect(dropped('e', ['b', 'd'], null)).toBe('a')
  expect(dropped('x', ['a', 'd'], null)).toBe(null)
  expect(dropped('x', [], null)).toBe('e')
  // A card that is in its place already stays there, with cards of other rows in between.
  expect(dropped('c', ['b', 'd'], 'b')).toBeUndefined()
  expect(dropped('a', ['b', 'd'], null)).toBeUndefined()
  expect(dropped('c', [], null)).toBeUndefined()
})

describe('the keyboard on a board with rows', () => {
  const order: Order = [
    { listId: 'todo@1', cardIds: ['a@1', 'b@1'], lane: '1' },
    { listId: 'done@1', cardIds: [], lane: '1' },
    { listId: 'todo@2', cardIds: [], lane: '2' },
    { listId: 'done@2', cardIds: ['c@2'], lane: '2' },
    { listId: 'todo@3', cardIds: ['d@3', 'e@3'], lane: '3' },
    { listId: 'done@3', cardIds: ['f@3'], lane: '3' },
  ]
  test('walks on in the row below and above, over rows that have nothing there', () => {
    expect(neighbourOf(order, 'b@1', 'down')).toBe('d@3')
    expect(neighbourOf(order, 'd@3', 'up')).toBe('b@1')
    expect(neighbourOf(order, 'a@1', 'up')).toBeNull()
    expect(neighbourOf(order, 'f@3', 'up')).toBe('c@2')
    expect(neighbourOf(order, 'e@3', 'right')).toBe('f@3')
    expect(neighbourOf(order, 'c@2', 'left')).toBeNull()
    expect(neighbourOf(order, 'f@3', 'right')).toBeNull()
  })

  test('carries a card from row to row, into an empty part too', () => {
    expect(step(order, 'b@1', 'down')).toEqual({ listId: 'todo@2', belowId: null })
    expect(step(order, 'd@3', 'up')).toEqual({ listId: 'todo@2', belowId: null })
    expect(step(order, 'c@2', 'up')).toEqual({ listId: 'done@1', belowId: null })
    expect(step(order, 'f@3', 'down')).toBeNull()
    expect(step(order, 'b@1', 'right')).toEqual({ listId: 'done@1', belowId: null })
    expect(step(order, 'f@3', 'right')).toBeNull()
  })

  test('has rows of the lanes in that order', () => {
    const cells = orderOf(lanesOf({ by: 'label', board, lists, said: new Map() }), lists)
    expect(cells.map((cell) => [cell.listId, ...cell.cardIds].join(' '))).toEqual([
      'todo@bug a@bug',
      'done@bug',
      'todo@idea a@idea',
      'done@idea',
      'todo@none b@none',
      'done@none c@none',
    ])
  })
})
