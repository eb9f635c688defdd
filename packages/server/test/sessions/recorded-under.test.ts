import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { agentScopes, type Person } from '../kit/service.ts'
import { connect } from '../mcp/client.ts'
import { created, startTeam, type Team } from './fixture/team.ts'

/** Acts of an agent are recorded under one of its sessions. */
let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

const named = (sessionId: string) => ({ 'x-session-id': sessionId })
const comment = (cardId: string, by: Person = team.robo, headers = {}) =>
  by.post(`/api/cards/${cardId}/comments`, { body: 'Seen.' }, headers)

/** The sessions under which `act` was recorded, board by board, oldest first; undefined for none. */
async function under(act: () => Promise<Answer>, boardIds = [team.boardId]): Promise<(string | undefined)[]> {
  const pathOf = (boardId: string) => `/api/boards/${boardId}/activity?limit=200`
  const lasts = await Promise.all(boardIds.map(async (boardId) => (await team.ada.get(pathOf(boardId))).body[0].id))
  const answer = await act()
  expect(answer.status, answer.text).toBeLessThan(300)
  const logs = await Promise.all(boardIds.map(async (boardId, at) => (await team.ada.get(`${pathOf(boardId)}&since=${lasts[at]}`)).body))
  return logs.flat().map(({ sessionId }: { sessionId?: string }) => sessionId)
}

test('the one on the card, else the only one on the board; none for people', {
  meta: { proves: ['activity.session.found', 'activity.session.people'] },
}, async () => {
  const [one, two, alone] = [await team.newCard(), await team.newCard(), await team.newCard()]
  const first = await team.delegate(one)
  expect(await under(() => comment(one))).toEqual([first])
  expect(await under(() => comment(alone))).toEqual([first])
  expect(await under(() => team.robo.post(`/api/lists/${team.listId}/cards`, { title: 'Found on the way' }))).toEqual([first])
  expect(await under(() => comment(one, team.ada))).toEqual([undefined])
  expect(await under(() => comment(one, team.bert))).toEqual([undefined])

  const second = await team.delegate(two)
  expect(await under(() => comment(two))).toEqual([second])
  expect(await under(() => comment(alone))).toEqual([undefined])
  expect(await under(() => team.post(second, { op: 'update', state: 'working' }))).toEqual([second])
  const opened = await under(() => team.robo.post(`/api/cards/${alone}/sessions`))
  expect(opened).toEqual([(await team.robo.get(`/api/cards/${alone}/sessions`)).body[0].id])

  const other = created(await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).id
  await team.ada.post(`/api/boards/${other}/members`, { actorId: team.robo.actorId, role: 'member' })
  const listId = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
  const free = await team.newCard()
  const moved = await under(() => team.robo.patch(`/api/cards/${free}`, { listId }, named(second)), [team.boardId, other])
  expect([moved.length > 1, new Set(moved)]).toEqual([true, new Set([second])])
})

test('the one that the call names, which is the caller’s own on that board', {
  meta: { proves: ['activity.session.named', 'activity.session.refused'] },
}, async () => {
  const [one, two, third] = [await team.newCard(), await team.newCard(), await team.newCard()]
  const [first, second, ofBert] = [await team.delegate(one), await team.delegate(two), await team.delegate(third, team.bert)]
  expect(await under(() => comment(two, team.robo, named(first)))).toEqual([first])
  await team.post(first, { op: 'update', state: 'working' })
  await team.post(first, { op: 'complete', summary: 'Done' })
  expect(await under(() => comment(two, team.robo, named(first)))).toEqual([first])

  const other = created(await team.ada.post('/api/boards', { name: 'Elsewhere', template: 'kanban' })).id
  await team.ada.post(`/api/boards/${other}/members`, { actorId: team.robo.actorId, role: 'member' })
  const listId = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
  const there = created(await team.ada.post(`/api/lists/${listId}/cards`, { title: 'There' })).id
  const etag = async () => (await team.ada.get(`/api/boards/${team.boardId}`)).headers.get('etag')
  const before = await etag()
  for (const [by, cardId, sessionId] of [
    [team.robo, two, ofBert],
    [team.robo, two, '00000000-0000-4000-8000-00000000dead'],
    [team.robo, two, 'no-id'],
    [team.robo, there, second],
    [team.ada, two, second],
  ] as const) {
    const refused = await comment(cardId, by, named(sessionId))
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'sessionNotOwn'])
  }
  expect((await comment(two, team.stranger, named('no-id'))).status).toBe(404)
  expect(await etag()).toBe(before)
  expect((await team.robo.get(`/api/cards/${two}`, named('no-id'))).status).toBe(200)
})

test('what a call changes beside its own card belongs to the session of the call, also on another board', {
  meta: { proves: ['activity.session.found'] },
}, async () => {
  await team.ada.patch(`/api/boards/${team.boardId}`, { completeParents: true })
  const parent = await team.newCard()
  const [child, other] = [await team.newCard(), await team.newCard()]
  await team.ada.put(`/api/cards/${parent}/relations/${child}`, { kind: 'parent' })
  const [ofChild, ofOther] = [await team.delegate(child), await team.delegate(other)]
  const complete = () => team.robo.patch(`/api/cards/${child}`, { completedAt: '2026-12-01T10:00:00.000Z' })
  expect(new Set(await under(complete))).toEqual(new Set([ofChild]))
  expect((await team.ada.get(`/api/cards/${parent}`)).body.card.completedAt).not.toBeNull()

  const split = await under(() => team.robo.post(`/api/cards/${child}/children`, { titles: ['One', 'Two'] }))
  expect([split.length >= 4, new Set(split)]).toEqual([true, new Set([ofChild])])
  expect(new Set(await under(() => team.robo.post(`/api/cards/${other}/copy`)))).toEqual(new Set([ofOther]))

  const elsewhere = created(await team.ada.post('/api/boards', { name: 'Related', template: 'kanban' })).id
  await team.ada.post(`/api/boards/${elsewhere}/members`, { actorId: team.robo.actorId, role: 'member' })
  const listId = (await team.ada.get(`/api/boards/${elsewhere}`)).body.lists[0].id
  const copied = await under(() => team.robo.post(`/api/cards/${other}/copy`, { listId }), [team.boardId, elsewhere])
  expect([copied.length > 0, new Set(copied)]).toEqual([true, new Set([ofOther])])
  // The agent has no session on this card: its act on another board is recorded under none.
  await team.robo.post(`/api/sessions/${ofChild}/events`, { op: 'update', state: 'working' })
  await team.robo.post(`/api/sessions/${ofChild}/events`, { op: 'complete', summary: 'Done' })
  const third = await team.newCard()
  expect(new Set(await under(() => team.robo.post(`/api/cards/${third}/copy`, { listId }), [elsewhere]))).toEqual(new Set([undefined]))
})

test('calls at once, which share a transaction, each belong to the session of their own card', {
  meta: { proves: ['activity.session.found'] },
}, async () => {
  const [child, other, third] = [await team.newCard(), await team.newCard(), await team.newCard()]
  const [ofChild, ofOther] = [await team.delegate(child), await team.delegate(other)]
  const atOnce = await under(async () => {
    const answers = await Promise.all([comment(child), comment(other), comment(third), comment(child)])
    return answers[0]
  })
  expect(atOnce.toSorted()).toEqual([ofChild, ofChild, ofOther, undefined].toSorted())
})

test('in a tool by sessionId, as an id or as the key of its card', {
  meta: { proves: ['activity.session.named', 'activity.session.refused'] },
}, async () => {
  const [one, two, third] = [await team.newCard(), await team.newCard(), await team.newCard()]
  const [first, second, ofBert] = [await team.delegate(one), await team.delegate(two), await team.delegate(third, team.bert)]
  const scopes = [...agentScopes, 'boards:write']
  const { token } = created(await team.ada.post('/api/tokens', { label: 'lists', scopes, actorId: team.robo.actorId }))
  const { use, refused, close } = await connect(team.tandem.url, token)
  const keyOf = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card.key
  const recorded = async (tool: string, method: string, params: object) => {
    const lastOf = async () => (await team.ada.get(`/api/boards/${team.boardId}/activity?limit=1`)).body[0]
    const before = await lastOf()
    await use(tool, method, { ...params })
    const after = await lastOf()
    expect(after.id).not.toBe(before.id)
    return after.sessionId
  }
  const comment = { cardId: two, body: 'Seen.' }
  expect(await recorded('card_write', 'comment', comment)).toBe(second)
  expect(await recorded('card_write', 'comment', { ...comment, sessionId: first })).toBe(first)
  expect(await recorded('card_write', 'comment', { ...comment, sessionId: await keyOf(one) })).toBe(first)
  expect(await recorded('card_write', 'attach', { cardId: two, name: 'a.txt', text: 'a', sessionId: first })).toBe(first)
  expect(await recorded('board_write', 'label_create', { boardId: team.boardId, name: 'Odd', color: 'red', sessionId: second })).toBe(
    second,
  )
  const sessionNotOwn = { code: 'validation', message: expect.stringContaining('sessionId') }
  expect(await refused('card_write', 'comment', { ...comment, sessionId: ofBert })).toMatchObject(sessionNotOwn)
  const tried = await use('card_write', 'comment', { ...comment, sessionId: first, dryRun: true })
  expect(tried.activities.map(({ sessionId }: { sessionId?: string }) => sessionId)).toEqual([first])
  await close()
})

test('the one on the card, however many sessions the agent has on the board', async () => {
  const oldest = await team.newCard()
  const first = await team.delegate(oldest)
  for (let n = 0; n < 101; n++) await team.delegate(await team.newCard())
  const { body: said } = await comment(oldest)
  expect(await under(() => team.robo.patch(`/api/comments/${said.id}`, { body: 'Seen again.' }))).toEqual([first])
  expect(await under(() => comment(oldest))).toEqual([first])
})
