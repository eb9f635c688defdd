import type { Activity } from '@tandem/contract'
import { expect, test, vi } from 'vitest'
import type { Names } from '../../src/screens/card/history/names.ts'
import { textsIn } from '../../src/screens/card/history/rewritten.ts'

vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const { sentencesOf } = await import('../../src/screens/card/history/sentences.ts')

const names = {
  field: () => 'Room',
  isTextField: (id) => id === 'text',
  value: String,
} as Partial<Names> as Names
const textsOf = (verb: string, payload: object) => sentencesOf({ verb, payload } as Activity, names).map(({ texts }) => texts)

test('the history shows the text of a field before and after, when it is set, changed and cleared', () => {
  const set = (fieldId: string, value: string, before: string | null) =>
    textsOf('card.field_set', { fieldId, value, previous: { value: before } })
  expect(set('text', 'Cellar', 'Attic')).toEqual([{ from: 'Attic', to: 'Cellar' }])
  expect(set('text', 'Cellar', null)).toEqual([undefined])
  expect(set('select', 'large', 'small')).toEqual([undefined])
  expect(textsOf('card.field_cleared', { fieldId: 'text', previous: { value: 'Attic' } })).toEqual([{ from: 'Attic', to: '' }])
})

test('the log compares the texts of an activity, not its codes and times', () => {
  const previous = { title: 'Saw', priority: 'none', dueAt: '2031-05-06T00:00:00.000Z' }
  const after = { title: 'Sow', priority: 'high', dueAt: '2031-05-07T00:00:00.000Z' }
  expect(textsIn({ ...after, previous })).toEqual([{ name: 'title', from: 'Saw', to: 'Sow' }])
  expect(textsIn({ text: 'Saw', done: true, previous: { text: 'Saw', done: false } })).toEqual([])
  expect(textsIn({ body: 'Said again', previous: { body: 'Said' } })).toEqual([{ name: 'body', from: 'Said', to: 'Said again' }])
  expect(textsIn({ title: 'Saw' })).toEqual([])
})
