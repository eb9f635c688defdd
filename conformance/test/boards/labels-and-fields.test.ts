import type { InputOf } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let boardId: string
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  boardId = board.id
  cardId = (await board.card()).id
})

const detail = async () => (await allowed(world.mia, 'card.get', { cardId })).card
const makeLabel = (name: string, color = 'red') => allowed(world.mia, 'label.create', { boardId, name, color })
const makeField = (more: Partial<InputOf<'field.create'>> = {}) =>
  allowed(world.ada, 'field.create', { boardId, name: 'Points', type: 'number', ...more })

scenario(
  'labels are made, listed, changed and deleted, and then are gone from every card',
  ['label.create.answer', 'label.list.board', 'label.update.answer', 'label.delete.answer'],
  async () => {
    const { mia, vic } = world
    const answer = await call(mia, 'label.create', { boardId, name: 'Bug', color: 'red' })
    expect(answer).toMatchObject({ ok: true, status: 201, body: { boardId, name: 'Bug', color: 'red' } })
    const [bug, idea] = [answer.ok ? answer.body : await makeLabel('Bug'), await makeLabel('Idea', '#00ff00')]
    const foreign = await makeBoard(world)
    await allowed(mia, 'label.create', { boardId: foreign.id, name: 'Elsewhere', color: 'red' })
    const listed = () => allowed(vic, 'label.list', { boardId })
    expect((await listed()).toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([bug, idea])
    expect(await allowed(mia, 'label.update', { labelId: bug.id, name: 'Defect', color: 'blue' })).toEqual({
      ...bug,
      name: 'Defect',
      color: 'blue',
    })
    expect(await listed()).toContainEqual({ ...bug, name: 'Defect', color: 'blue' })
    const { id: other } = await board.card('Other', { labelIds: [bug.id, idea.id] })
    await allowed(mia, 'card.label', { cardId, labelId: bug.id })
    expect(await call(mia, 'label.delete', { labelId: bug.id })).toMatchObject({ ok: true, status: 204 })
    expect(await listed()).toEqual([idea])
    expect((await detail()).labelIds).toEqual([])
    expect((await allowed(mia, 'card.get', { cardId: other })).card.labelIds).toEqual([idea.id])
    await refused(mia, 'label.delete', { labelId: bug.id }, 'not_found')
  },
)

scenario('a label is put on a card and taken off, any number of times', ['label.card.put', 'label.card.delete'], async () => {
  const { mia, vic } = world
  const { id: labelId } = await makeLabel('Bug')
  for (const [name, labelIds] of [
    ['card.label', [labelId]],
    ['card.unlabel', []],
  ] as const) {
    await refused(vic, name, { cardId, labelId }, 'forbidden')
    for (let time = 1; time <= 2; time++) {
      expect(await call(mia, name, { cardId, labelId })).toMatchObject({ ok: true, status: 204 })
      expect((await detail()).labelIds).toEqual(labelIds)
    }
  }
})

scenario(
  'custom fields are made, listed, changed and deleted by admins alone',
  [
    ...(['field.create.answer', 'field.create.types', 'field.create.admin-only', 'field.list.board'] as const),
    ...(['field.update.answer', 'field.delete.answer'] as const),
  ],
  async () => {
    const { ada, mia, vic } = world
    for (const type of ['text', 'number', 'date', 'checkbox', 'url'] as const) {
      const answer = await call(ada, 'field.create', { boardId, name: `A ${type}`, type })
      expect(answer).toMatchObject({ ok: true, status: 201, body: { boardId, name: `A ${type}`, type, options: null } })
    }
    const size = await makeField({ name: 'Size', type: 'select', options: ['S', 'M'] })
    expect(size).toMatchObject({ type: 'select', options: ['S', 'M'] })
    for (const type of ['string', 'user', '', null])
      await refused(ada, 'field.create', { boardId, name: 'No', type } as never, 'validation')
    expect((await allowed(vic, 'field.list', { boardId })).map((field) => field.type)).toEqual([
      'text',
      'number',
      'date',
      'checkbox',
      'url',
      'select',
    ])
    const changed = { name: 'Shirt', options: ['S', 'L'] }
    for (const who of [mia, vic]) {
      await refused(who, 'field.create', { boardId, name: 'No', type: 'text' }, 'forbidden')
      await refused(who, 'field.update', { fieldId: size.id, ...changed }, 'forbidden')
      await refused(who, 'field.delete', { fieldId: size.id }, 'forbidden')
    }
    expect(await allowed(ada, 'field.update', { fieldId: size.id, ...changed })).toEqual({ ...size, ...changed })
    expect(await allowed(vic, 'field.list', { boardId })).toContainEqual({ ...size, ...changed })
    await allowed(mia, 'card.field.set', { cardId, fieldId: size.id, value: 'L' })
    expect(await call(ada, 'field.delete', { fieldId: size.id })).toMatchObject({ ok: true, status: 204 })
    expect(await allowed(vic, 'field.list', { boardId })).toHaveLength(5)
    expect((await detail()).fieldValues).toEqual([])
  },
)

/** Valid and invalid values for a field of each type. */
const values = {
  text: { good: ['words'], bad: [7, true] },
  number: { good: [7, -0.5], bad: ['7', true] },
  date: { good: ['2026-12-24', '2026-12-24T10:00:00.000Z'], bad: ['Christmas', '2026-02-30', 7, true] },
  checkbox: { good: [true, false], bad: ['true', 1] },
  select: { good: ['S'], bad: ['XL', 's', 7] },
  url: { good: ['https://example.com/a', 'http://example.com'], bad: ['javascript:alert(1)', 'ftp://example.com', 'example', 7] },
} as const

scenario('a url of 2,000 characters is a value, a longer one is not', ['field.value.url-length'], async () => {
  const { id: fieldId } = await makeField({ name: 'Long url', type: 'url' })
  const url = (length: number) => 'https://example.com/'.padEnd(length, 'a')
  expect((await allowed(world.mia, 'card.field.set', { cardId, fieldId, value: url(2_000) })).value).toBe(url(2_000))
  await refused(world.mia, 'card.field.set', { cardId, fieldId, value: url(2_001) }, 'validation')
})

scenario(
  'a member sets and clears values, which the detail of the card shows; each type refuses what it is not',
  [
    ...(['field.value.put', 'field.value.delete', 'field.value.member', 'field.value.number', 'field.value.date'] as const),
    ...(['field.value.checkbox', 'field.value.select', 'field.value.text', 'field.value.url'] as const),
  ],
  async () => {
    const { mia, vic } = world
    for (const [type, { good, bad }] of Object.entries(values)) {
      const more = type === 'select' ? { options: ['S', 'M'] } : {}
      const { id: fieldId } = await makeField({ name: type, type: type as keyof typeof values, ...more })
      const held = async () => (await detail()).fieldValues.find((one) => one.fieldId === fieldId)?.value
      for (const value of good) {
        expect(await allowed(mia, 'card.field.set', { cardId, fieldId, value })).toMatchObject({ fieldId, value })
        expect(await held()).toBe(value)
      }
      for (const value of bad) await refused(mia, 'card.field.set', { cardId, fieldId, value }, 'validation')
      await refused(vic, 'card.field.set', { cardId, fieldId, value: good[0] }, 'forbidden')
      expect(await held()).toBe(good.at(-1))
      await refused(vic, 'card.field.clear', { cardId, fieldId }, 'forbidden')
      expect(await call(mia, 'card.field.clear', { cardId, fieldId })).toMatchObject({ ok: true, status: 204 })
      expect(await held()).toBeUndefined()
    }
  },
)

scenario('what the cards hold in a field is read page by page', ['field.values.answer'], async () => {
  const { ada, mia, vic, eve } = world
  const { id: fieldId } = await makeField({ name: 'Place', type: 'text' })
  const { id: other } = await makeField({ name: 'Room', type: 'text' })
  const cards = [cardId, (await board.card('Two')).id, (await board.card('Three')).id].toSorted()
  for (const [at, id] of cards.entries()) await allowed(mia, 'card.field.set', { cardId: id, fieldId, value: `${at}`.repeat(300) })
  await allowed(mia, 'card.field.set', { cardId, fieldId: other, value: 'Elsewhere' })
  const cut = (at: number) => ({ cardId: cards[at], value: `${at}`.repeat(200) })
  expect(await allowed(vic, 'field.values', { fieldId, limit: 2 })).toEqual([cut(0), cut(1)])
  expect(await allowed(vic, 'field.values', { fieldId, limit: 2, cursor: cards[1] })).toEqual([cut(2)])
  await allowed(mia, 'card.update', { cardId: cards[1] ?? '', archived: true })
  await allowed(mia, 'card.field.clear', { cardId: cards[2] ?? '', fieldId })
  expect(await allowed(vic, 'field.values', { fieldId })).toEqual([cut(0)])
  await refused(eve, 'field.values', { fieldId }, 'not_found')
  await allowed(ada, 'field.delete', { fieldId })
  await refused(vic, 'field.values', { fieldId }, 'not_found')
})
