import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

/** A text that can be changed: where, under which name, and what says that the caller read it. */
type Text = { what: string; path: string; name: string; ifName: string; began: string; method?: 'patch' | 'put' }

describe('a text that was changed since the caller read it', () => {
  let team: Team
  let cardId: string
  let texts: Text[]
  beforeAll(async () => {
    team = await startTeam()
    cardId = await team.newCard()
    const { ada } = team
    const boardId: string = (await ada.get(`/api/cards/${cardId}`)).body.card.boardId
    await ada.patch(`/api/cards/${cardId}`, { title: 'Title', description: 'Begun' })
    const list = created(await ada.post(`/api/boards/${boardId}/lists`, { name: 'Later' }))
    const item = created(await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'Buy nails' }))
    const comment = created(await ada.post(`/api/cards/${cardId}/comments`, { body: 'It drips.' }))
    const field = created(await ada.post(`/api/boards/${boardId}/fields`, { name: 'Customer', type: 'text' }))
    const label = created(await ada.post(`/api/boards/${boardId}/labels`, { name: 'Roof', color: 'blue' }))
    const board = (await ada.get(`/api/boards/${boardId}/outline`)).body
    const valuePath = `/api/cards/${cardId}/fields/${field.id}`
    await ada.put(valuePath, { value: 'Ayşe' })
    const card = `/api/cards/${cardId}`
    texts = [
      { what: 'title', path: card, name: 'title', ifName: 'ifTitle', began: 'Title' },
      { what: 'description', path: card, name: 'description', ifName: 'ifDescription', began: 'Begun' },
      { what: 'list', path: `/api/lists/${list.id}`, name: 'name', ifName: 'ifName', began: 'Later' },
      { what: 'item', path: `/api/checklist-items/${item.id}`, name: 'text', ifName: 'ifText', began: 'Buy nails' },
      { what: 'comment', path: `/api/comments/${comment.id}`, name: 'body', ifName: 'ifBody', began: 'It drips.' },
      { what: 'board', path: `/api/boards/${boardId}`, name: 'name', ifName: 'ifName', began: board.name },
      { what: 'board', path: `/api/boards/${boardId}`, name: 'description', ifName: 'ifDescription', began: board.description },
      { what: 'label', path: `/api/labels/${label.id}`, name: 'name', ifName: 'ifName', began: 'Roof' },
      { what: 'field', path: `/api/fields/${field.id}`, name: 'name', ifName: 'ifName', began: 'Customer' },
      { what: 'value', path: valuePath, name: 'value', ifName: 'ifValue', began: 'Ayşe', method: 'put' },
    ]
  })
  afterAll(() => team?.stop())

  const write = ({ path, name, ifName, method = 'patch' }: Text, text: string, read: string, by = team.ada) =>
    by[method](path, { [name]: text, [ifName]: read })

  test('is refused with the text as it is, and nothing is changed; with that text it is taken', async () => {
    for (const text of texts) {
      expect((await write(text, 'Two', text.began)).status, text.what).toBe(200)
      const before = (await team.log(cardId)).length
      const refused = await write(text, 'Three', text.began)
      expect([refused.status, refused.body.error], text.what).toMatchObject([
        409,
        { code: 'conflict', reason: 'textChangedSince', details: { current: { [text.name]: 'Two' } } },
      ])
      expect(await team.log(cardId), text.what).toHaveLength(before)
      expect((await write(text, 'Three', 'Two')).body, text.what).toMatchObject({ [text.name]: 'Three' })
    }
  })

  test('is taken by one of two who began with the same text at once', async () => {
    for (const text of texts) {
      const both = await Promise.all([write(text, 'Mine', 'Three'), write(text, 'Yours', 'Three')])
      expect(both.map(({ status }) => status).sort(), text.what).toEqual([200, 409])
    }
  })

  test('is not told to who may not change it', async () => {
    for (const text of texts) {
      const [viewer, stranger] = [await write(text, 'x', 'old', team.eve), await write(text, 'x', 'old', team.stranger)]
      expect([viewer.status, stranger.status], text.what).toEqual([403, 404])
      expect(JSON.stringify([viewer.body, stranger.body]), text.what).not.toContain('current')
    }
  })

  test('is not minded by a change of the same card that leaves the text alone', async () => {
    const path = `/api/cards/${cardId}`
    const { description } = (await team.ada.get(path)).body.card
    await team.bob.post(`/api/cards/${cardId}/checklist-items`, { text: 'Another' })
    await team.bob.patch(path, { title: 'Named anew' })
    expect((await team.ada.patch(path, { description: 'Longer', ifDescription: description })).status).toBe(200)
  })

  test('is cleared with its precondition, as it is changed: a description, and a value in the query or in the body', async () => {
    const { ada } = team
    const card = await team.newCard()
    const { boardId } = (await ada.get(`/api/cards/${card}`)).body.card
    await ada.patch(`/api/cards/${card}`, { description: 'Now' })
    const clear = (ifDescription: string) => ada.patch(`/api/cards/${card}`, { description: '', ifDescription })
    expect((await clear('Before')).body.error).toMatchObject({ reason: 'textChangedSince', details: { current: { description: 'Now' } } })
    expect((await clear('Now')).body).toMatchObject({ description: '' })
    const long = 'ü'.repeat(9_000)
    for (const [type, now, before] of [
      ['text', 'Now', 'Before'],
      ['number', 3.5, 4],
      ['checkbox', true, false],
      ['text', long, `${long}!`],
    ] as const) {
      const field = created(await ada.post(`/api/boards/${boardId}/fields`, { name: `${type} ${String(now).length}`, type }))
      const path = `/api/cards/${card}/fields/${field.id}`
      await ada.put(path, { value: now })
      const held = async () =>
        (await ada.get(`/api/cards/${card}`)).body.card.fieldValues.filter((one: { fieldId: string }) => one.fieldId === field.id)
      const isLong = now === long
      const clearValue = (ifValue: unknown) =>
        isLong ? ada.delete(path, { ifValue }) : ada.delete(`${path}?ifValue=${encodeURIComponent(String(ifValue))}`)
      const refused = await clearValue(before)
      expect([refused.status, refused.body.error], type).toMatchObject([
        409,
        { reason: 'textChangedSince', details: { current: { value: now } } },
      ])
      expect(await held(), type).toMatchObject([{ fieldId: field.id, value: now }])
      expect((await clearValue(now)).status, type).toBe(204)
      expect(await held(), type).toEqual([])
      // Clearing an empty value is not refused.
      expect((await clearValue(now)).status, type).toBe(204)
    }
  })

  test('is not cleared without its precondition when a proxy has dropped the body', async () => {
    const { ada } = team
    const card = await team.newCard()
    const { boardId } = (await ada.get(`/api/cards/${card}`)).body.card
    const field = created(await ada.post(`/api/boards/${boardId}/fields`, { name: 'Dropped', type: 'text' }))
    const path = `/api/cards/${card}/fields/${field.id}`
    await ada.put(path, { value: 'Now' })
    const sent = { 'tandem-body-properties': '2' }
    for (const body of [undefined, {}, { ifValue: 'Now' }]) {
      const refused = await ada.delete(path, body, sent)
      expect([refused.status, refused.body?.error], JSON.stringify(body)).toMatchObject([
        400,
        { code: 'validation', reason: 'bodyDropped' },
      ])
    }
    expect((await ada.get(`/api/cards/${card}`)).body.card.fieldValues).toMatchObject([{ fieldId: field.id, value: 'Now' }])
    expect((await ada.delete(path, { ifValue: 'Now', clientMutationId: crypto.randomUUID() }, sent)).status).toBe(204)
  })

  test('says in the log what a comment said before', async () => {
    const edited = (await team.log(cardId)).filter(({ verb }) => verb === 'comment.edited')
    expect(edited[0]).toMatchObject({ payload: { body: 'Two', previous: { body: 'It drips.' } } })
  })
})
