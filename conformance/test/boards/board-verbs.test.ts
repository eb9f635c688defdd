import type { Activity } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type World } from '../../src/world.ts'

/** The verbs of labels, custom fields, relations and saved views. */
let world: World
let board: Board
let boardId: string
let cardId: string
let by: string

beforeAll(async () => {
  world = await startWorld()
  by = world.ada.actorId
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  boardId = board.id
  cardId = (await board.card()).id
})

/** The payload of the one activity that an act of Ada's appended, about the card or about none. */
async function told(verb: string, about: string | null, act: () => Promise<unknown>): Promise<Activity['payload']> {
  const recorded = await board.recorded(act)
  expect(recorded).toMatchObject([{ verb, cardId: about, actorId: by }])
  return recorded[0]?.payload ?? {}
}
const untold = async (act: () => Promise<unknown>) => expect(verbsOf(await board.recorded(act))).toEqual([])

scenario(
  'labels are told with their name and colour, and where they are put and taken off',
  ['verb.label.created', 'verb.label.updated', 'verb.label.removed', 'verb.card.labeled', 'verb.card.unlabeled'],
  async () => {
    const { ada, vic } = world
    const label = { boardId, name: 'bug', color: 'red' }
    await untold(() => refused(vic, 'label.create', label, 'forbidden'))
    const created = await told('label.created', null, () => allowed(ada, 'label.create', label))
    const labelId = (await allowed(ada, 'label.list', { boardId }))[0]?.id ?? ''
    expect(created).toMatchObject({ labelId, name: 'bug', color: 'red' })
    const recolour = () => allowed(ada, 'label.update', { labelId, color: 'blue' })
    expect(await told('label.updated', null, recolour)).toMatchObject({ labelId, color: 'blue', previous: { color: 'red' } })
    await untold(recolour)
    const put = () => allowed(ada, 'card.label', { cardId, labelId })
    const takeOff = () => allowed(ada, 'card.unlabel', { cardId, labelId })
    expect(await told('card.labeled', cardId, put)).toMatchObject({ labelId })
    await untold(put)
    expect(await told('card.unlabeled', cardId, takeOff)).toMatchObject({ labelId })
    await untold(takeOff)
    const set = (labelIds: string[]) => () => allowed(ada, 'card.update', { cardId, labelIds })
    expect(await told('card.labeled', cardId, set([labelId]))).toMatchObject({ labelId })
    expect(await told('card.unlabeled', cardId, set([]))).toMatchObject({ labelId })
    expect(await told('label.removed', null, () => allowed(ada, 'label.delete', { labelId }))).toMatchObject({ labelId })
    await untold(() => refused(ada, 'card.label', { cardId, labelId }, 'not_found'))
  },
)

scenario(
  'custom fields are told, and what a card holds in them',
  ['verb.field.created', 'verb.field.updated', 'verb.field.deleted', 'verb.card.field-set', 'verb.card.field-cleared'],
  async () => {
    const { ada, mia } = world
    const field = { boardId, name: 'Size', type: 'number' } as const
    await untold(() => refused(mia, 'field.create', field, 'forbidden'))
    const created = await told('field.created', null, () => allowed(ada, 'field.create', field))
    const fieldId = (await allowed(ada, 'field.list', { boardId }))[0]?.id ?? ''
    expect(created).toMatchObject({ fieldId })
    const rename = () => allowed(ada, 'field.update', { fieldId, name: 'Bulk' })
    expect(await told('field.updated', null, rename)).toMatchObject({ fieldId, name: 'Bulk', previous: { name: 'Size' } })
    await untold(rename)
    const set = (value: string | number) => () => allowed(ada, 'card.field.set', { cardId, fieldId, value })
    expect(await told('card.field_set', cardId, set(7))).toMatchObject({ fieldId, value: 7 })
    await untold(set(7))
    await untold(() => refused(ada, 'card.field.set', { cardId, fieldId, value: 'much' }, 'validation'))
    const clear = () => allowed(ada, 'card.field.clear', { cardId, fieldId })
    expect(await told('card.field_cleared', cardId, clear)).toMatchObject({ fieldId })
    await untold(clear)
    expect(await told('field.deleted', null, () => allowed(ada, 'field.delete', { fieldId }))).toMatchObject({ fieldId })
  },
)

scenario('relating two cards and parting them are told on the card', ['verb.card.related', 'verb.card.unrelated'], async () => {
  const { ada, vic } = world
  const { id: otherCardId } = await board.card('Other')
  const relation = { cardId, otherCardId, kind: 'relates' } as const
  await untold(() => refused(vic, 'relation.put', relation, 'forbidden'))
  const put = () => allowed(ada, 'relation.put', relation)
  const part = () => allowed(ada, 'relation.delete', relation)
  expect(await told('card.related', cardId, put)).toMatchObject({ otherCardId, kind: 'relates' })
  await untold(put)
  expect(await told('card.unrelated', cardId, part)).toMatchObject({ otherCardId, kind: 'relates' })
  await untold(part)
  await untold(() => refused(ada, 'relation.put', { ...relation, otherCardId: cardId }, 'validation'))
})

scenario(
  'saved views are told by their name when shared, and without it when private',
  ['verb.board.view-saved', 'verb.board.view-updated', 'verb.board.view-removed', 'verb.board.private-view-name'],
  async () => {
    const { ada, vic } = world
    const query = { priority: 'urgent' } as const
    await untold(() => refused(vic, 'view.create', { boardId, name: 'Secret', query, shared: true }, 'forbidden'))
    for (const [name, shared] of [
      ['Urgent', true],
      ['Secret', false],
    ] as const) {
      const seen = shared ? name : null
      const saved = await told('board.view_saved', null, () => allowed(ada, 'view.create', { boardId, name, query, shared }))
      const viewId = (await allowed(ada, 'view.list', { boardId })).find((view) => view.name === name)?.id ?? ''
      expect(saved).toMatchObject({ viewId, name: seen })
      const rename = () => allowed(ada, 'view.update', { viewId, name: `${name} too` })
      const updated = await told('board.view_updated', null, rename)
      expect(updated).toMatchObject({ viewId, name: shared ? 'Urgent too' : null })
      await untold(rename)
      const removed = await told('board.view_removed', null, () => allowed(ada, 'view.delete', { viewId }))
      expect(removed).toMatchObject({ viewId })
      if (!shared) {
        expect(removed).toMatchObject({ name: null })
        expect(JSON.stringify([saved, updated, removed])).not.toContain('Secret')
      }
    }
  },
)
