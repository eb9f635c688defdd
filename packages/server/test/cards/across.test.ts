import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

type Board = { id: string; lists: string[] }

/** All values in a record, at any depth. */
const valuesIn = (of: unknown): unknown[] => (typeof of === 'object' && of !== null ? Object.values(of).flatMap(valuesIn) : [of])

describe('a card that moves to another board', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  let robo: Person
  let from: Board
  let to: Board

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    from = await makeBoard(ada)
    to = await makeBoard(ada)
    await join(from, mia, 'member')
    robo = await tandem.agent(ada, 'Robo', [from.id])
  })

  async function makeBoard(by: Person): Promise<Board> {
    const { id } = (await by.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
    return { id, lists: (await by.get(`/api/boards/${id}`)).body.lists.map((list: { id: string }) => list.id) }
  }
  const join = (board: Board, who: Person, role: string) => ada.post(`/api/boards/${board.id}/members`, { actorId: who.actorId, role })
  const addCard = async (board: Board, more: object = {}) =>
    (await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'Pump', ...more })).body
  const move = (cardId: string, listId: string | undefined, more: object = {}, by = ada) =>
    by.patch(`/api/cards/${cardId}`, { listId, ...more })
  const newest = async (board: Board) => (await ada.get(`/api/boards/${board.id}/activity?limit=1`)).body[0]
  const seqs = async () => [await ada.get(`/api/boards/${from.id}`), await ada.get(`/api/boards/${to.id}`)].map((answer) => answer.body.seq)

  test('is archived there, after the move, in one version', async () => {
    const card = await addCard(from)
    const moved = await move(card.id, to.lists[0], { priority: 'high', archived: true })
    expect(moved.body).toMatchObject({ boardId: to.id, priority: 'high', version: 2 })
    expect(moved.body.archivedAt).not.toBeNull()
    expect(await newest(from)).toMatchObject({ verb: 'card.moved', cardId: card.id })
    expect(await newest(to)).toMatchObject({ verb: 'card.archived', cardId: card.id })
    expect((await move(card.id, from.lists[0], { archived: false })).body).toMatchObject({ boardId: from.id, archivedAt: null, version: 3 })
  })

  test('gets a number there, is told on both, and answers to its old keys too', async () => {
    await addCard(to)
    const card = await addCard(from)
    const moved = await move(card.id, to.lists[1])
    expect(moved.body).toMatchObject({ id: card.id, boardId: to.id, listId: to.lists[1], number: 2 })
    expect(moved.body.key).not.toBe(card.key)
    expect(await newest(from)).toMatchObject({ verb: 'card.moved', cardId: card.id, payload: { toBoardId: to.id, toListId: to.lists[1] } })
    expect(await newest(to)).toMatchObject({ verb: 'card.moved', cardId: card.id, payload: { fromBoardId: from.id } })
    for (const key of [card.key, moved.body.key, card.key.toLowerCase()])
      expect((await ada.get(`/api/cards/by-key/${key}`)).body.card.id).toBe(card.id)
    const back = await move(card.id, from.lists[0])
    expect(back.body).toMatchObject({ boardId: from.id, number: 2 })
    expect((await ada.get(`/api/cards/by-key/${card.key}`)).body.card.id).toBe(card.id)
    expect((await ada.get(`/api/boards/${to.id}`)).body.lists[1].cards).toEqual([])
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('tells the board that it leaves nothing of what the same request says, and the other one nothing of what it said before (F105)', async () => {
    const label = async (board: Board) => (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Hot', color: 'red' })).body.id
    const [hot, hotThere] = [await label(from), await label(to)]
    await join(to, mia, 'viewer')
    const card = await addCard(from, { title: 'Old title', description: 'Old text' })
    await mia.put(`/api/cards/${card.id}/watch`)
    const [leaving, arriving] = await seqs()
    const said = {
      title: 'New title',
      description: `New text for @${mia.handle}`,
      priority: 'urgent',
      labelIds: [hot],
      assigneeActorIds: [mia.actorId],
      startAt: '2031-01-01T00:00:00.000Z',
      dueAt: '2031-02-01T00:00:00.000Z',
      completedAt: '2031-03-01T00:00:00.000Z',
    }
    const moved = await move(card.id, to.lists[0], { ...said, archived: true })
    expect(moved.body).toMatchObject({
      boardId: to.id,
      version: 2,
      title: 'New title',
      labelIds: [hotThere],
      assigneeActorIds: [mia.actorId],
    })
    expect((await ada.get(`/api/cards/${card.id}`)).body.card).toMatchObject({
      ...said,
      labelIds: [hotThere],
      version: 2,
    })
    const since = async (board: Board, seq: number) =>
      (await ada.get(`/api/boards/${board.id}/activity?since=2020-01-01&limit=200`)).body.filter((one: { seq: number }) => one.seq > seq)
    const left = await since(from, leaving)
    expect(left.map((one: any) => [one.verb, Object.keys(one.payload).toSorted()])).toEqual([
      ['card.moved', ['archivedAt', 'completedAt', 'dropped', 'fromListId', 'position', 'toBoardId', 'toListId']],
    ])
    expect(valuesIn(left.map((one: any) => one.payload)).filter((value) => valuesIn(said).includes(value))).toEqual([])
    const arrived = await since(to, arriving)
    expect(arrived.map((one: any) => one.verb)).toEqual([
      'card.moved',
      'card.updated',
      'card.mentioned',
      'card.priority_changed',
      'card.labeled',
      'card.assigned',
      'card.archived',
    ])
    expect(arrived[0].payload).toMatchObject({ completedAt: null, archivedAt: null })
    expect(arrived[1].payload).toMatchObject({ title: 'New title', previous: { completedAt: null } })
    expect(valuesIn(arrived.map((one: any) => one.payload)).filter((value) => String(value).startsWith('Old t'))).toEqual([])
    const told = (await mia.get('/api/notifications')).body.filter((one: any) => one.cardId === card.id)
    expect(new Set(told.map((one: any) => one.boardId))).toEqual(new Set([to.id]))
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('lands in the slot that it is given', async () => {
    const [a, b] = [await addCard(to), await addCard(to)]
    const card = await addCard(from)
    await move(card.id, to.lists[0], { beforeId: a.id, afterId: b.id })
    const tree = (await ada.get(`/api/boards/${to.id}`)).body
    expect(tree.lists[0].cards.map((one: { id: string }) => one.id)).toEqual([a.id, card.id, b.id])
  })

  test('takes along what the other board has by the same name, and says what it left', async () => {
    const label = async (board: Board, name: string) => (await ada.post(`/api/boards/${board.id}/labels`, { name, color: 'red' })).body.id
    const field = async (board: Board, name: string, type: string) =>
      (await ada.post(`/api/boards/${board.id}/fields`, { name, type, ...(type === 'select' && { options: ['low'] }) })).body.id
    const [bug, only, bugThere] = [await label(from, 'Bug'), await label(from, 'Only'), await label(to, 'bug')]
    const [size, odd, level] = [await field(from, 'Size', 'number'), await field(from, 'Odd', 'text'), await field(from, 'Level', 'select')]
    const [sizeThere] = [await field(to, 'size', 'number'), await field(to, 'Odd', 'number')]
    const card = await addCard(from, { labelIds: [bug, only], assigneeActorIds: [ada.actorId, mia.actorId] })
    for (const [id, value] of [
      [size, 5],
      [odd, 'x'],
      [level, 'low'],
    ])
      await ada.put(`/api/cards/${card.id}/fields/${id}`, { value })
    const item = (await ada.post(`/api/cards/${card.id}/checklist-items`, { text: 'Oil' })).body
    await ada.patch(`/api/checklist-items/${item.id}`, { assigneeActorId: mia.actorId })
    await ada.post(`/api/cards/${card.id}/comments`, { body: 'Look' })
    await mia.put(`/api/cards/${card.id}/watch`)
    await move(card.id, to.lists[0])
    const after = (await ada.get(`/api/cards/${card.id}`)).body.card
    expect(after).toMatchObject({
      labelIds: [bugThere],
      assigneeActorIds: [ada.actorId],
      watchers: [],
      fieldValues: [{ fieldId: sizeThere, value: 5 }],
      checklistItems: [{ text: 'Oil', assigneeActorId: null }],
      comments: [{ body: 'Look' }],
    })
    expect((await newest(from)).payload.dropped).toEqual({
      labels: ['Only'],
      fields: ['Odd', 'Level'],
      assigneeActorIds: [mia.actorId],
      delegation: null,
    })
    expect((await mia.get(`/api/cards/${card.id}`)).status).toBe(404)
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('comes with the labels and people of the same request, not with those that it takes off', async () => {
    const label = async (board: Board, name: string) => (await ada.post(`/api/boards/${board.id}/labels`, { name, color: 'red' })).body.id
    const [bug, hot, odd] = [await label(from, 'Bug'), await label(from, 'Hot'), await label(from, 'Odd')]
    const [, hotThere] = [await label(to, 'Bug'), await label(to, 'Hot')]
    const wes = await tandem.register('Wes')
    await join(from, wes, 'member')
    await join(to, wes, 'member')
    const card = await addCard(from, { labelIds: [bug], assigneeActorIds: [ada.actorId] })
    const moved = await move(card.id, to.lists[0], { labelIds: [hot, odd], assigneeActorIds: [mia.actorId, wes.actorId] })
    expect(moved.body).toMatchObject({ boardId: to.id, labelIds: [hotThere], assigneeActorIds: [wes.actorId] })
    const { labelIds, assigneeActorIds } = (await ada.get(`/api/cards/${card.id}`)).body.card
    expect({ labelIds, assigneeActorIds }).toEqual({ labelIds: [hotThere], assigneeActorIds: [wes.actorId] })
    expect((await newest(from)).payload.dropped).toMatchObject({ labels: ['Odd'], fields: [], assigneeActorIds: [mia.actorId] })
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('stays while an agent is at work on it; later it goes with its sessions, and loses an agent that is not there', async () => {
    const card = await addCard(from)
    const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
    const before = await seqs()
    const refused = await move(card.id, to.lists[0], { title: 'x' })
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([409, 'conflict', { sessionId: session.id }])
    expect(await seqs()).toEqual(before)
    await robo.post(`/api/sessions/${session.id}/events`, { op: 'complete', summary: 'Done' })
    await move(card.id, to.lists[0])
    const after = (await ada.get(`/api/cards/${card.id}`)).body.card
    expect([after.delegation, after.sessions[0].id]).toEqual([null, session.id])
    expect((await ada.get(`/api/sessions/${session.id}/events`)).body.events.map((event: { kind: string }) => event.kind)).toEqual([
      'state_change',
      'state_change',
    ])
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('keeps an agent that worked for several people where each of them may have it start, and loses it elsewhere', async () => {
    await join(to, robo, 'member')
    for (const isThere of [false, true]) {
      if (isThere) await join(to, mia, 'member')
      const card = await addCard(from)
      await ada.post(`/api/cards/${card.id}/comments`, { body: `@${robo.handle} look` })
      const { session } = (await mia.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
      expect(session.onBehalfOfActorId).toBeNull()
      await robo.post(`/api/sessions/${session.id}/events`, { op: 'update', state: 'working' })
      await robo.post(`/api/sessions/${session.id}/events`, { op: 'complete', summary: 'Done' })
      expect((await move(card.id, to.lists[0])).status).toBe(200)
      const { delegation } = (await ada.get(`/api/cards/${card.id}`)).body.card
      expect(delegation?.agentActorId ?? null).toBe(isThere ? robo.actorId : null)
    }
  })

  test('goes nowhere that the caller may not write, and nothing is applied (F61)', async () => {
    const foreign = await makeBoard(mia)
    const card = await addCard(from)
    const before = await seqs()
    const refusals = [await move(card.id, foreign.lists[0], { title: 'x' }), await move(card.id, crypto.randomUUID(), { title: 'x' })]
    expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'validation'],
      [400, 'validation'],
    ])
    await join(to, mia, 'viewer')
    expect((await move(card.id, to.lists[0], { title: 'x' }, mia)).status).toBe(403)
    const leashed = await ada.post('/api/tokens', { label: 'x', scopes: ['cards:write', `board:${from.id}`] })
    expect((await tandem.withToken(leashed.body.token).patch(`/api/cards/${card.id}`, { listId: to.lists[0] })).status).toBe(403)
    await ada.patch(`/api/lists/${to.lists[2]}`, { archived: true })
    expect((await move(card.id, to.lists[2])).status).toBe(409)
    expect((await ada.get(`/api/cards/${card.id}`)).body.card).toMatchObject({ boardId: from.id, title: 'Pump', version: 1 })
    expect((await seqs())[0]).toBe(before[0])
  })

  test('in both directions at once, under load: no deadlock, no card lost or doubled', async () => {
    const there = await Promise.all(Array.from({ length: 8 }, () => addCard(from)))
    const back = await Promise.all(Array.from({ length: 8 }, () => addCard(to)))
    const swap = async (card: { id: string }, board: Board, other: Board) => {
      for (const target of [other, board, other]) expect((await move(card.id, target.lists[0])).status).toBe(200)
    }
    await Promise.all([...there.map((card) => swap(card, from, to)), ...back.map((card) => swap(card, to, from))])
    const on = async (board: Board) => (await ada.get(`/api/boards/${board.id}`)).body.lists[0].cards.map((card: { id: string }) => card.id)
    expect((await on(to)).toSorted()).toEqual(there.map((card) => card.id).toSorted())
    expect((await on(from)).toSorted()).toEqual(back.map((card) => card.id).toSorted())
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('again and again can always be found: a change or comment at the same time is never refused as not found', async () => {
    const third = await makeBoard(ada)
    const card = await addCard(from)
    const change = (at: number) => move(card.id, [from, to, third][at % 3]?.lists[0])
    const speak = () => ada.post(`/api/cards/${card.id}/comments`, { body: 'on its way' })
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? speak() : change(at))))
      // A caller who did not find it on its former board is asked to try again.
      expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 201, 409])).size).toBe(0)
    }
    expect(await brokenIn(tandem.database)).toEqual([])
  })
})
