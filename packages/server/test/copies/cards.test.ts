import { attributeNames } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { type Board, created, type FullCard, openWorkshop, type Workshop } from './fixture.ts'

let shop: Workshop
let full: FullCard
beforeAll(async () => {
  shop = await openWorkshop()
  full = await shop.fullCard()
})
afterAll(() => shop?.stop())

const copy = (cardId: string, more: object = {}, by = shop.ada): Promise<Answer> => by.post(`/api/cards/${cardId}/copy`, more)
const detail = async (cardId: string, by = shop.ada) => (await by.get(`/api/cards/${cardId}`)).body.card
const addCard = async (title = 'Plain', list = shop.board.lists[1]) =>
  created(await shop.ada.post(`/api/lists/${list}/cards`, { title })).id
const titlesIn = async (listId: string | undefined, board: Board = shop.board) => {
  const { lists } = (await shop.ada.get(`/api/boards/${board.id}`)).body
  return lists.find((list: { id: string }) => list.id === listId).cards.map((card: { title: string }) => card.title)
}
const seq = async (board: Board = shop.board) => (await shop.ada.get(`/api/boards/${board.id}`)).body.seq

describe('a copy of a card', () => {
  test('takes along what is to be done, open and unticked, and leaves what was done and said', async () => {
    const { body: record } = await copy(full.id)
    expect(record).toMatchObject({ dropped: { labels: [], fields: [], assigneeActorIds: [] }, completedAt: null, version: 1 })
    const card = await detail(record.id)
    const before = await detail(full.id)
    const same = ['title', 'description', ...attributeNames, 'labelIds', 'assigneeActorIds', 'fieldValues', 'listId', 'boardId']
    for (const key of same) expect([key, card[key]]).toEqual([key, before[key]])
    expect(card.number).toBeGreaterThan(before.number)
    expect(card.checklistItems).toMatchObject([
      { text: 'Oil', done: false, doneAt: null, doneByActorId: null, assigneeActorId: shop.mia.actorId },
      { text: 'Bolts', done: false, assigneeActorId: shop.mia.actorId },
    ])
    expect(card.attachments.map((one: any) => [one.kind, one.name, one.sizeBytes])).toEqual([
      ['file', 'plan.txt', 6],
      ['link', 'Pump', null],
    ])
    expect(card).toMatchObject({
      comments: [],
      sessions: [],
      watchers: [],
      relations: [],
      links: [],
      delegation: null,
      session: null,
      blocked: false,
      completedAt: null,
      archivedAt: null,
      checklist: { done: 0, total: 2 },
      attachmentCount: 2,
      commentCount: 0,
      createdBy: shop.ada.actorId,
    })
    expect(await detail(full.id)).toEqual(before)
  })

  test('is told as a new card, one activity for each thing on it, in a fixed order', async () => {
    let copied = ''
    const told = await shop.recorded(shop.board, async () => {
      copied = created(await copy(full.id, { title: 'Again' })).id
    })
    expect(told.map((activity) => activity.verb)).toEqual([
      'card.created',
      'card.labeled',
      'card.labeled',
      'card.assigned',
      'card.assigned',
      'card.field_set',
      'card.field_set',
      'card.checklist_item_added',
      'card.checklist_item_added',
      'card.attachment_added',
      'card.attachment_added',
    ])
    expect(told[0].payload).toEqual({ title: 'Again', listId: shop.board.lists[0], copiedFrom: full.id })
    expect(new Set(told.map((activity) => activity.cardId))).toEqual(new Set([copied]))
    const card = await detail(copied)
    expect(told.slice(7).map(({ payload }) => payload.itemId ?? payload.attachmentId)).toEqual([
      ...card.checklistItems.map((item: { id: string }) => item.id),
      ...card.attachments.map((one: { id: string }) => one.id),
    ])
  })

  test('notifies the assigned people, and does not repeat notifications of mentions in its text', async () => {
    const inbox = async () => (await shop.mia.get('/api/notifications?limit=200')).body
    const before = (await inbox()).length
    const copied = created(await copy(full.id)).id
    expect((await inbox()).slice(0, -before)).toMatchObject([{ reason: 'assigned', cardId: copied }])
  })

  test('keeps what is asked for, and no more', async () => {
    const bare = await detail(created(await copy(full.id, { keep: [] })).id)
    expect(bare).toMatchObject({
      title: 'Fix the pump',
      priority: 'high',
      labelIds: [],
      assigneeActorIds: [],
      fieldValues: [],
      checklistItems: [],
      attachments: [],
      dueAt: null,
      startAt: null,
    })
    const some = await detail(created(await copy(full.id, { keep: ['checklist', 'labels'] })).id)
    expect(some).toMatchObject({ labelIds: full.labelIds, assigneeActorIds: [], attachments: [] })
    expect(some.checklistItems.map((item: any) => item.assigneeActorId)).toEqual([null, null])
    expect((await copy(full.id, { keep: ['comments'] })).status).toBe(400)
  })

  test('stands right below the card, at the end of another list, or in the slot that is named', async () => {
    const [, middle, last] = shop.board.lists
    const [a, b] = [await addCard('a'), await addCard('b')]
    await copy(a, { title: 'a2' })
    expect(await titlesIn(middle)).toEqual(['a', 'a2', 'b'])
    for (const title of ['c', 'd']) await copy(a, { title, listId: last })
    expect(await titlesIn(last)).toEqual(['c', 'd'])
    await copy(a, { title: 'top', beforeId: null })
    await copy(a, { title: 'b0', afterId: b })
    expect(await titlesIn(middle)).toEqual(['top', 'a', 'a2', 'b0', 'b'])
    const before = await seq()
    for (const place of [{ listId: last, beforeId: b }, { beforeId: full.fileId }, { beforeId: b, afterId: a }])
      expect([place, (await copy(a, place)).status]).toEqual([place, 400])
    expect(await seq()).toBe(before)
  })

  test('of an archived card is none: it goes to the end of its list; an archived list takes no copy', async () => {
    const list = created(await shop.ada.post(`/api/boards/${shop.board.id}/lists`, { name: 'Brief' })).id
    const [a] = [await addCard('a', list), await addCard('b', list)]
    await shop.ada.patch(`/api/cards/${a}`, { archived: true })
    expect(created(await copy(a, { title: 'a2' })).archivedAt).toBeNull()
    expect(await titlesIn(list)).toEqual(['b', 'a2'])
    await shop.ada.patch(`/api/lists/${list}`, { archived: true })
    expect((await copy(a)).body.error.code).toBe('conflict')
    expect((await copy(full.id, { listId: list })).body.error.code).toBe('conflict')
    created(await copy(a, { listId: shop.board.lists[2] }))
  })

  test('is made by members, agents too; a viewer, a stranger and a token without the scope make none', async () => {
    const a = await addCard('a')
    created(await copy(a, {}, shop.mia))
    expect(created(await copy(a, {}, shop.robo)).createdBy).toBe(shop.robo.actorId)
    const before = await seq()
    expect([(await copy(a, {}, shop.vic)).status, (await copy(a, {}, shop.eve)).status]).toEqual([403, 404])
    const reader = created(await shop.ada.post('/api/tokens', { label: 'x', scopes: ['boards:write'] })).token
    expect((await shop.tandem.withToken(reader).post(`/api/cards/${a}/copy`, {})).status).toBe(403)
    expect((await copy(crypto.randomUUID())).status).toBe(404)
    for (const listId of [crypto.randomUUID(), a]) expect((await copy(a, { listId })).status).toBe(400)
    expect((await copy(a, { title: '' })).status).toBe(400)
    expect(await seq()).toBe(before)
  })

  test('leaves out who is deactivated', async () => {
    const gone = await shop.tandem.register('Gone')
    await shop.join(shop.board, gone, 'member')
    const a = await addCard('a')
    created(await shop.ada.post(`/api/cards/${a}/assignees`, { actorId: gone.actorId }))
    expect((await shop.ada.patch(`/api/admin/actors/${gone.actorId}`, { deactivated: true })).status).toBe(200)
    expect(created(await copy(a))).toMatchObject({ assigneeActorIds: [], dropped: { assigneeActorIds: [gone.actorId] } })
  })

  test('is made once under its clientMutationId, however often and at once it is asked for', async () => {
    const a = await addCard('once')
    const again = { clientMutationId: crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => copy(a, again)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect((await titlesIn(shop.board.lists[1])).filter((title: string) => title === 'once')).toHaveLength(2)
    expect((await copy(full.id, again)).status).toBe(409)
  })
})

describe('a copy onto another board', () => {
  test('finds labels and fields by name and type there, takes members along, and says what it left', async () => {
    const there = await shop.makeBoard()
    const names = (await shop.ada.get(`/api/boards/${shop.board.id}/labels`)).body
    const fields = (await shop.ada.get(`/api/boards/${shop.board.id}/fields`)).body
    const [bug, red] = full.labelIds.map((id) => names.find((label: any) => label.id === id).name)
    const [size, level] = full.fieldIds.map((id) => fields.find((field: any) => field.id === id).name)
    const bugThere = created(await shop.ada.post(`/api/boards/${there.id}/labels`, { name: bug.toUpperCase(), color: 'blue' })).id
    const sizeThere = created(await shop.ada.post(`/api/boards/${there.id}/fields`, { name: size, type: 'number' })).id
    created(await shop.ada.post(`/api/boards/${there.id}/fields`, { name: level, type: 'text' }))
    const before = [await seq(), await detail(full.id)]
    const told = await shop.recorded(there, async () => {
      const record = created(await copy(full.id, { listId: there.lists[0] }))
      expect(record).toMatchObject({
        boardId: there.id,
        number: 1,
        labelIds: [bugThere],
        assigneeActorIds: [shop.ada.actorId],
        dropped: { labels: [red], fields: [level], assigneeActorIds: [shop.mia.actorId] },
      })
      expect(await detail(record.id)).toMatchObject({
        fieldValues: [{ fieldId: sizeThere, value: 5 }],
        checklistItems: [{ assigneeActorId: null }, { assigneeActorId: null }],
        attachments: [{ name: 'plan.txt' }, { name: 'Pump' }],
      })
    })
    expect(JSON.stringify(told)).not.toContain(red)
    expect([await seq(), await detail(full.id)]).toEqual(before)
  })

  test('needs a member there, and a leash that reaches there; a board that is not visible has no lists', async () => {
    const [there, hidden] = [await shop.makeBoard(), await shop.makeBoard(shop.eve)]
    await shop.join(there, shop.mia, 'viewer')
    const before = await seq(there)
    const a = await addCard('a')
    expect((await copy(a, { listId: there.lists[0] }, shop.mia)).status).toBe(403)
    expect((await copy(a, { listId: hidden.lists[0] }, shop.mia)).body.error).toMatchObject({ code: 'validation' })
    const leashed = created(await shop.ada.post('/api/tokens', { label: 'x', scopes: ['cards:write', `board:${shop.board.id}`] })).token
    expect((await copy(a, { listId: there.lists[0] }, { ...shop.ada, ...shop.tandem.withToken(leashed) })).status).toBe(403)
    await shop.ada.patch(`/api/lists/${there.lists[1]}`, { archived: true })
    expect((await copy(a, { listId: there.lists[1] })).body.error.code).toBe('conflict')
    expect(await seq(there)).toBe(before + 1)
    created(await copy(a, { listId: there.lists[0] }))
  })

  test('is told again only to who can still see that board', async () => {
    const there = await shop.makeBoard()
    await shop.join(there, shop.mia, 'member')
    const a = await addCard('a')
    const again = { listId: there.lists[0], clientMutationId: crypto.randomUUID() }
    const first = created(await copy(a, again, shop.mia))
    const second = await copy(a, again, shop.mia)
    expect([second.body, second.headers.get('idempotency-replayed')]).toEqual([first, 'true'])
    await shop.ada.delete(`/api/boards/${there.id}/members/${shop.mia.actorId}`)
    expect((await copy(a, again, shop.mia)).status).toBe(404)
    expect(await titlesIn(there.lists[0], there)).toEqual(['a'])
  })

  test('and back, many at once: none waits for another in a circle', async () => {
    const there = await shop.makeBoard()
    const here = await addCard('here', shop.board.lists[2])
    const other = created(await shop.ada.post(`/api/lists/${there.lists[0]}/cards`, { title: 'there' })).id
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2 ? copy(here, { listId: there.lists[1] }) : copy(other, { listId: shop.board.lists[2] }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(201))
  })

  test('whose card goes with its board at that moment is whole, or is not there', async () => {
    for (let round = 0; round < 5; round++) {
      const [from, there] = [await shop.makeBoard(), await shop.makeBoard()]
      const id = await addCard('x', from.lists[0])
      await shop.attach(id, 'bytes')
      await shop.ada.patch(`/api/boards/${from.id}`, { archived: true })
      const [answer, removed] = await Promise.all([
        copy(id, { listId: there.lists[0] }),
        shop.ada.delete(`/api/boards/${from.id}?name=Engine`),
      ])
      expect(removed.status).toBe(204)
      expect([201, 404]).toContain(answer.status)
      await shop.tandem.service.workers.boardRemoval.runOnce()
      if (answer.status !== 201) continue
      const [file] = (await detail(answer.body.id)).attachments
      expect((await shop.ada.get(`/api/attachments/${file.id}`)).status).toBe(200)
    }
  })
})

test('who has a card on a board that it has moved to need not be on the one that it has left', async () => {
  const there = await shop.makeBoard()
  await shop.join(there, shop.eve, 'member')
  const a = await addCard('a')
  await shop.ada.patch(`/api/cards/${a}`, { listId: there.lists[0] })
  created(await copy(a, {}, shop.eve))
})
