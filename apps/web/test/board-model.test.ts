import type { BoardTree } from '@tandem/contract'
import { expect, test } from 'vitest'
import { modelInTasks, modelOf } from '../src/live/board-model.ts'
import { sharing } from '../src/live/sharing.ts'

const card = (id: string, more: object = {}) => ({
  id,
  number: 1,
  key: id.toUpperCase(),
  title: `Card ${id}`,
  labelIds: ['b', 'a'],
  assigneeActorIds: [],
  checklist: { total: 2, done: 1 },
  version: 3,
  ...more,
})
const tree = (...lists: object[][]) =>
  ({
    id: 'board',
    name: 'Engine',
    seq: 7,
    labels: [{ id: 'a', name: 'Bug', color: 'red' }],
    fields: [],
    members: [{ actorId: 'mia' }, { actorId: 'ada' }],
    lists: lists.map((cards, at) => ({ id: `list ${at}`, name: `List ${at}`, cards })),
  }) as unknown as BoardTree
const many = (stem: string, count: number) => Array.from({ length: count }, (_, at) => card(`${stem}${at}`))

test('a large board is read in several tasks, and is the same', async () => {
  const large = tree(many('a', 900), [], many('b', 700))
  let tasks = 0
  const read = await modelInTasks(large, async () => {
    tasks += 1
  })
  expect(read).toEqual(modelOf(large))
  expect(tasks).toBe(4)
})

test('a small one is read at once', async () => {
  const pauses: unknown[] = []
  await modelInTasks(tree(many('a', 300)), async () => pauses.push(1))
  expect(pauses).toEqual([])
})

test('what is equal in a board that was read anew is the same object, wherever it stands now', () => {
  const before = modelOf(tree(many('a', 5), many('b', 3)))
  const same = sharing(before, modelOf(tree(many('a', 5), many('b', 3))))
  expect(same.lists.map((list, at) => list === before.lists[at])).toEqual([true, true])
  expect([same.labels, same.members]).toEqual([before.labels, before.members])
  expect(same.labels).toBe(before.labels)
  const changed = modelOf(tree([card('new'), ...many('a', 5).with(2, card('a2', { title: 'Other' }))], many('b', 3)))
  const shared = sharing(before, changed)
  expect(shared).toEqual(changed)
  expect(shared.lists[0]?.cards.map((one) => before.lists[0]?.cards.includes(one))).toEqual([false, true, true, false, true, true])
  expect(shared.lists[1]).toBe(before.lists[1])
})
