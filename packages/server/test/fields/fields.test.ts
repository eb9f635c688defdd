import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('custom fields', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string
  let cardId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    const listId = (await tree()).lists[0].id
    cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump' })).body.id
  })

  const tree = async () => (await ada.get(`/api/boards/${boardId}`)).body
  const addField = (type: string, options?: string[]) => ada.post(`/api/boards/${boardId}/fields`, { name: type, type, options })
  const set = (fieldId: string, value: unknown) => ada.put(`/api/cards/${cardId}/fields/${fieldId}`, { value })
  const values = async () => (await ada.get(`/api/cards/${cardId}`)).body.card.fieldValues

  const taken: [type: string, given: unknown, kept: unknown][] = [
    ['text', 'steel', 'steel'],
    ['number', 4.5, 4.5],
    ['number', 0, 0],
    ['checkbox', false, false],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00.000Z'],
    ['select', 'high', 'high'],
    ['url', 'https://example.org/a', 'https://example.org/a'],
  ]
  test.each(taken)('a %s takes %j', async (type, given, kept) => {
    const { body: field } = await addField(type, type === 'select' ? ['low', 'high'] : undefined)
    const { status, body } = await set(field.id, given)
    expect([status, body]).toMatchObject([200, { fieldId: field.id, value: kept }])
    expect(await values()).toMatchObject([{ fieldId: field.id, value: kept }])
    const [recorded] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
    expect(recorded).toMatchObject({ verb: 'card.field_set', cardId, payload: { fieldId: field.id, value: kept } })
  })

  const refused: [type: string, given: unknown][] = [
    ['text', ''],
    ['text', 4],
    ['number', '4'],
    ['checkbox', 'true'],
    ['date', '2026-02-30'],
    ['date', 'tomorrow'],
    ['date', '21.11.2026'],
    ['date', '9999-12-31T23:00:00-14:00'],
    ['select', 'medium'],
    ['select', 1],
    ['url', 'javascript:alert(1)'],
    ['url', 'example.org'],
  ]
  test.each(refused)('a %s refuses %j, and nothing is applied', async (type, given) => {
    const { body: field } = await addField(type, type === 'select' ? ['low', 'high', '1'] : undefined)
    const { seq } = await tree()
    const { status, body } = await set(field.id, given)
    expect([status, body.error.code]).toEqual([400, 'validation'])
    expect([await values(), (await tree()).seq]).toEqual([[], seq])
  })

  test('are listed on the board, renamed, and lose their values with themselves', async () => {
    const { body: field } = await addField('select', ['low', 'high'])
    expect((await tree()).fields).toEqual([{ id: field.id, name: 'select', type: 'select', options: ['low', 'high'] }])
    await set(field.id, 'low')
    const renamed = await ada.patch(`/api/fields/${field.id}`, { name: 'Severity', options: ['high'] })
    expect(renamed.body).toEqual({ ...field, name: 'Severity', options: ['high'] })
    expect(await values()).toMatchObject([{ fieldId: field.id, value: 'low' }])
    expect((await ada.delete(`/api/fields/${field.id}`)).status).toBe(204)
    expect([await values(), (await tree()).fields]).toEqual([[], []])
  })

  test('are cleared, once; a value that stands already is no change', async () => {
    const { body: field } = await addField('number')
    await set(field.id, 1)
    const { seq } = await tree()
    await set(field.id, 1)
    expect((await tree()).seq).toBe(seq)
    const clear = () => ada.delete(`/api/cards/${cardId}/fields/${field.id}`)
    expect([(await clear()).status, (await clear()).status]).toEqual([204, 204])
    expect([await values(), (await tree()).seq]).toEqual([[], seq + 1])
  })

  test('choices belong to a select alone, and a name to one field', async () => {
    expect((await addField('text', ['a'])).status).toBe(400)
    expect((await addField('select')).status).toBe(400)
    const { body: field } = await addField('text')
    expect((await addField('text')).status).toBe(409)
    expect((await ada.patch(`/api/fields/${field.id}`, { options: ['a'] })).status).toBe(400)
  })

  test('of another board are not there', async () => {
    const { body: foreign } = await addField('number')
    const other = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    const listId = (await ada.get(`/api/boards/${other}`)).body.lists[0].id
    cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump' })).body.id
    expect((await set(foreign.id, 1)).status).toBe(404)
  })
})
