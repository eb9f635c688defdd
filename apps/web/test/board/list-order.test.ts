import { attributeNames, cardAttributes, noAttributes } from '@tandem/contract'
import { describe, expect, test } from 'vitest'
import { sampleAttributes } from '../../../../packages/server/test/kit/attributes.ts'
import type { CardModel } from '../../src/live/board-model.ts'
import { type Column, columnsOf, fieldIn, ordered, orderIn } from '../../src/screens/board/list/ordering.ts'

const card = (id: string, more: object = {}) =>
  ({ ...noAttributes, id, assigneeActorIds: [], session: null, ...more }) as unknown as CardModel
const idsBy = (sort: string, cards: readonly CardModel[]) =>
  ordered(cards, orderIn(sort, []), { members: [], locale: 'en', field: null, values: new Map() }).map(({ id }) => id)

describe('the order of the list', () => {
  test.each(attributeNames)('is by %s, and a card without a value is last either way', (name) => {
    const column: Column = cardAttributes[name].csv.column
    const cards = [card('without'), card('with', { [name]: sampleAttributes[name] })]
    expect(columnsOf([])).toContain(column)
    expect(idsBy(column, cards)).toEqual(['with', 'without'])
    expect(idsBy(`-${column}`, cards)).toEqual(['with', 'without'])
  })

  test('begins with what is most urgent, due first and largest', () => {
    const cards = [
      card('a', { priority: 'low', dueAt: '2027-01-03T10:00:00Z', startAt: '2027-01-02T10:00:00Z', estimate: 10 }),
      card('b', { priority: 'urgent', dueAt: '2027-01-04T10:00:00Z', startAt: '2027-01-01T10:00:00Z', estimate: 9 }),
    ]
    const first = (sort: string) => idsBy(sort, cards)[0]
    expect(['priority', 'due', 'start', 'estimate', '-priority'].map(first)).toEqual(['b', 'a', 'b', 'a', 'a'])
  })

  test('is the board’s for an address that names no column', () => {
    for (const sort of ['toString', 'field:gone', null]) expect(orderIn(sort, [{ id: 'here' }])).toBeNull()
    expect(idsBy('nothing', [card('b'), card('a')])).toEqual(['b', 'a'])
  })

  const kinds: readonly (readonly [type: string, options: string[] | null, inOrder: readonly (string | number | boolean)[]])[] = [
    ['number', null, [10, 9, -1]],
    ['date', null, ['2026-01-02', '2026-01-02T10:00:00.000Z', '2027-01-01']],
    ['text', null, ['Álvaro 2', 'Álvaro 10', 'berta']],
    ['url', null, ['https://a.example', 'https://b.example']],
    ['select', ['Small', 'Big', 'Huge'], ['Small', 'Big', 'Huge', 'A choice that is gone']],
    ['checkbox', null, [true, false]],
  ]
  test.each(kinds)('is by a field of the type %s, and a card without a value is last either way', (type, options, inOrder) => {
    const fields = [{ id: 'f', name: 'Field', type, options }]
    const held = new Map(inOrder.map((value, at) => [`${at}`, value]))
    const cards = ['without', ...held.keys()].toReversed().map((id) => card(id))
    const by = (sort: string) => {
      const order = orderIn(sort, fields)
      return ordered(cards, order, { members: [], locale: 'en', field: fieldIn(order, fields), values: held }).map(({ id }) => id)
    }
    expect(by('field:f')).toEqual([...held.keys(), 'without'])
    expect(by('-field:f')).toEqual([...[...held.keys()].toReversed(), 'without'])
  })

  test('by a field is the board’s until its values are known', () => {
    const fields = [{ id: 'f', name: 'Field', type: 'number', options: null }]
    const order = orderIn('field:f', fields)
    const cards = [card('b'), card('a')]
    expect(ordered(cards, order, { members: [], locale: 'en', field: fieldIn(order, fields), values: new Map() })).toEqual(cards)
  })
})
