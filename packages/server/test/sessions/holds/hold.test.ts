import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../kit/service.ts'
import { startTeam, type Team } from '../fixture/team.ts'

describe('the session of a blocked card', () => {
  let team: Team
  let hidden: { listId: string }
  beforeAll(async () => {
    team = await startTeam()
    hidden = await newBoard()
  })
  afterAll(() => team?.stop())

  const newBoard = async () => {
    const { id } = (await team.ada.post('/api/boards', { name: 'Secret', template: 'kanban' })).body
    return { id: id as string, listId: (await team.ada.get(`/api/boards/${id}`)).body.lists[0].id as string }
  }
  const cardOn = async (listId: string): Promise<string> => (await team.ada.post(`/api/lists/${listId}/cards`, { title: 'Permit' })).body.id
  const block = (blocker: string, blocked: string) => team.ada.put(`/api/cards/${blocker}/relations/${blocked}`, { kind: 'blocks' })
  const keyOf = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card.key as string
  const blocked = async () => {
    const [blocker, cardId] = [await team.newCard(), await team.newCard()]
    expect((await block(blocker, cardId)).status).toBe(204)
    return { blocker, cardId, key: await keyOf(blocker) }
  }
  const begin = (sessionId: string, by = team.robo) => team.post(sessionId, { op: 'update', state: 'working' }, by)
  const ask = (sessionId: string) => team.post(sessionId, { op: 'ask_human', question: 'Which?' })
  const start = (sessionId: string, by = team.bob) => by.post(`/api/sessions/${sessionId}/start`, {})
  const complete = (cardId: string, completedAt: string | null = '2026-11-21T09:00:00Z') =>
    team.ada.patch(`/api/cards/${cardId}`, { completedAt })

  test('stays queued, however it was opened', { meta: { proves: ['hold.session.queued'] } }, async () => {
    const { cardId, key } = await blocked()
    const asked = await blocked()
    const mentioned = await blocked()
    await team.bob.post(`/api/cards/${mentioned.cardId}/comments`, { body: `@${team.robo.handle} look` })
    const ids = [
      await team.delegate(cardId),
      (await team.robo.post(`/api/cards/${asked.cardId}/sessions`, {})).body.id,
      (await team.ada.get(`/api/cards/${mentioned.cardId}`)).body.card.sessions[0].id,
    ]
    for (const id of ids) {
      const before = await team.events(id)
      for (const refused of [await begin(id), await ask(id)]) {
        expect([refused.status, refused.body.error.code, refused.body.error.reason]).toEqual([409, 'conflict', 'sessionHeld'])
        expect(refused.body.error.details.session).toMatchObject({ id, state: 'queued' })
      }
      expect([await team.events(id), (await team.session(id)).state]).toEqual([before, 'queued'])
    }
    expect((await begin(ids[0])).body.error).toMatchObject({ message: expect.stringContaining(key), details: { waitingFor: [key] } })
    expect((await team.post(ids[0], { op: 'progress', note: 'Waiting' })).body.session).toMatchObject({
      state: 'queued',
      waitingFor: [key],
    })
    expect((await team.post(ids[1], { op: 'fail', reason: 'Too late' })).body.session).toMatchObject({ state: 'error', waitingFor: [] })

    const works = await team.newCard()
    const atWork = await team.delegate(works)
    await begin(atWork)
    await block(asked.blocker, works)
    expect((await ask(atWork)).body.session).toMatchObject({ state: 'awaiting_input', waitingFor: [] })
  })

  test('says what it waits for, to each reader what they may see', { meta: { proves: ['hold.session.shown'] } }, async () => {
    const { cardId, key } = await blocked()
    const secret = await cardOn(hidden.listId)
    const secretKey = await keyOf(secret)
    expect((await block(secret, cardId)).status).toBe(204)
    const delegation = await team.bob.post(`/api/cards/${cardId}/delegation`, { agentActorId: team.robo.actorId })
    const { id } = delegation.body.session
    const seen = { waitingFor: [key], waitingForHidden: 1 }
    expect(delegation.body.session).toMatchObject(seen)
    expect((await team.log(cardId)).at(-1)).toMatchObject({ verb: 'agent_session.created', payload: seen })
    const surfaces = async (by: Person) => [
      (await by.get(`/api/sessions/${id}`)).body,
      (await by.get(`/api/cards/${cardId}`)).body.card.sessions[0],
      (await by.get(`/api/cards/${cardId}/sessions`)).body[0],
      (await by.get(`/api/boards/${team.boardId}/sessions?state=queued`)).body.find((one: any) => one.id === id),
    ]
    for (const one of [...(await surfaces(team.bob)), ...(await surfaces(team.robo))]) expect(one).toMatchObject(seen)
    const work = (await team.robo.get('/api/me/work')).body
    expect(work.liveSessions.find((one: any) => one.id === id)).toMatchObject(seen)
    expect(work.delegated_to_me.find((one: any) => one.id === cardId).session).toMatchObject(seen)
    const all = { waitingFor: [key, secretKey].toSorted(), waitingForHidden: 0 }
    for (const one of await surfaces(team.ada)) expect({ ...one, waitingFor: one.waitingFor.toSorted() }).toMatchObject(all)
    const leashed = await team.ada.post('/api/tokens', { label: 'x', scopes: ['boards:read', 'sessions:read', `board:${team.boardId}`] })
    for (const one of await surfaces(team.tandem.withToken(leashed.body.token) as Person)) expect(one).toMatchObject(seen)
    const readsNoCards = await team.ada.post('/api/tokens', { label: 'x', scopes: ['sessions:read'] })
    const bare = await team.tandem.withToken(readsNoCards.body.token).get(`/api/sessions/${id}`)
    expect(bare.body).toMatchObject({ waitingFor: [], waitingForHidden: 2 })
    const refused = await begin(id)
    expect(refused.body.error.message).toContain(`${key}, 1 more`)
    expect(JSON.stringify([refused.body, work, await surfaces(team.bob)])).not.toContain(secretKey)
    await complete(secret)
    expect(await team.session(id)).toMatchObject({ waitingFor: [key], waitingForHidden: 0 })
  })

  test('can begin when the last blocker is done with', { meta: { proves: ['hold.session.released'] } }, async () => {
    const ends: ((blocker: string, cardId: string) => Promise<{ status: number }>)[] = [
      (blocker) => complete(blocker),
      (blocker) => team.ada.patch(`/api/cards/${blocker}`, { archived: true }),
      (blocker, cardId) => team.ada.delete(`/api/cards/${blocker}/relations/${cardId}`),
    ]
    for (const end of ends) {
      const { blocker, cardId } = await blocked()
      const second = await team.newCard()
      await block(second, cardId)
      const id = await team.delegate(cardId)
      await complete(second)
      expect((await begin(id)).status).toBe(409)
      expect((await end(blocker, cardId)).status).toBeLessThan(300)
      expect(await team.session(id)).toMatchObject({ state: 'queued', waitingFor: [] })
      expect((await begin(id)).body.session).toMatchObject({ state: 'working' })
    }

    const other = await newBoard()
    const cardId = await team.newCard()
    await block(await cardOn(other.listId), cardId)
    const id = await team.delegate(cardId)
    expect((await begin(id)).status).toBe(409)
    await team.ada.patch(`/api/boards/${other.id}`, { archived: true })
    expect((await begin(id)).status).toBe(200)
    expect((await team.ada.delete(`/api/boards/${other.id}?name=Secret`)).status).toBeLessThan(300)
  })

  test('is free while the board of its blocker is archived, and is told so', { meta: { proves: ['hold.archived-board'] } }, async () => {
    const other = await newBoard()
    const [cardId, twice] = [await team.newCard(), await team.newCard()]
    const there = await cardOn(other.listId)
    for (const id of [cardId, twice]) await block(there, id)
    await block(await team.newCard(), twice)
    const [id, held] = [await team.delegate(cardId), await team.delegate(twice)]
    const verbs = async (of: string) => (await team.log(of)).map(({ verb }) => verb).filter((verb) => verb.endsWith('blocked'))
    const faces = async () => [
      (await team.ada.get(`/api/cards/${cardId}`)).body.card.blocked,
      (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists[0].cards.find((card: any) => card.id === cardId).blocked,
      (await team.ada.get(`/api/search/cards?blocked=true&boardId=${team.boardId}`)).body.some((card: any) => card.id === cardId),
      (await team.ada.get(`/api/waits?boardId=${team.boardId}`)).body.cards.some((card: any) => card.cardId === cardId),
    ]
    const archive = (archived: boolean) => team.ada.patch(`/api/boards/${other.id}`, { archived })
    expect(await faces()).toEqual([true, true, true, true])
    expect((await archive(true)).status).toBe(200)
    expect(await faces()).toEqual([false, false, false, false])
    expect(await team.session(id)).toMatchObject({ state: 'queued', waitingFor: [], waitingForHidden: 0 })
    expect((await team.inbox(team.robo, 'unblocked')).filter((row) => row.cardId === cardId)).toHaveLength(1)
    expect([await verbs(cardId), await verbs(twice)]).toEqual([['card.blocked', 'card.unblocked'], ['card.blocked']])
    expect((await begin(held)).status).toBe(409)
    expect((await archive(false)).status).toBe(200)
    expect(await faces()).toEqual([true, true, true, true])
    expect([await verbs(cardId), await verbs(twice)]).toEqual([['card.blocked', 'card.unblocked', 'card.blocked'], ['card.blocked']])
    expect((await begin(id)).status).toBe(409)
    await archive(true)
    expect((await begin(id)).status).toBe(200)
  })

  test('can begin when a person says so', { meta: { proves: ['hold.session.start'] } }, async () => {
    const { blocker, cardId } = await blocked()
    const id = await team.delegate(cardId)
    const before = [await team.events(id), await team.log(cardId)]
    for (const [by, status] of [
      [team.eve, 403],
      [team.robo, 403],
      [team.bert, 403],
      [team.stranger, 404],
    ] as const)
      expect((await start(id, by)).status).toBe(status)
    expect([await team.events(id), await team.log(cardId)]).toEqual(before)

    // Two people at once: it is recorded once.
    const both = await Promise.all([start(id, team.bob), start(id, team.ada)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { event, session } = both.find(({ status }) => status === 200)?.body ?? {}
    const by = { startRequestedAt: event.createdAt, startRequestedBy: event.body.byActorId }
    expect(event).toMatchObject({ kind: 'log', body: { type: 'start_requested' } })
    expect(session).toMatchObject({ ...by, state: 'queued', waitingFor: [] })
    expect(both.find(({ status }) => status === 409)?.body.error).toMatchObject({ reason: 'sessionNotHeld', details: { session: by } })
    expect((await team.log(cardId)).at(-1)).toMatchObject({
      verb: 'agent_session.updated',
      actorId: by.startRequestedBy,
      payload: { sessionId: id, startRequested: true },
    })
    expect((await team.events(id)).length).toBe((before[0]?.length ?? 0) + 1)
    await complete(blocker)
    await complete(blocker, null)
    expect((await begin(id)).body.session).toMatchObject({ ...by, state: 'working' })

    // A start by a person applies to one session, and only to one that is held.
    const free = await team.delegate(await team.newCard())
    for (const sessionId of [free, id]) expect((await start(sessionId)).body.error).toMatchObject({ code: 'conflict' })
    await team.post(id, { op: 'fail', reason: 'No' })
    expect((await start(id)).status).toBe(409)
    const again = (await team.robo.post(`/api/cards/${cardId}/sessions`, {})).body.id
    expect((await begin(again)).status).toBe(409)
  })
  test('does not time out while it is held', { meta: { proves: ['hold.session.released'] } }, async () => {
    const { blocker, cardId } = await blocked()
    const [held, free] = [await team.delegate(cardId), await team.delegate(await team.newCard())]
    const { clock, service } = team.tandem
    clock.advance(25 * 3_600_000)
    await service.workers.watchdog.runOnce()
    expect([(await team.session(held)).state, (await team.session(free)).state]).toEqual(['queued', 'error'])
    await complete(blocker)
    expect((await begin(held)).status).toBe(200)
  })
  test('is released, and its agent told, on the last unblocking', {
    meta: { proves: ['hold.unblocked.told', 'verb.card.blocked', 'verb.card.unblocked'] },
  }, async () => {
    const [first, second, cardId] = [await team.newCard(), await cardOn(hidden.listId), await team.newCard()]
    const key = await keyOf(first)
    const held = await team.delegate(cardId)
    const called = (await team.bert.post(`/api/cards/${cardId}/sessions`, {})).body.id
    const told = async () => (await team.inbox(team.robo, 'unblocked')).length
    const before = await told()
    await block(first, cardId)
    await block(second, cardId)
    await complete(first)
    expect([await told(), (await team.session(held)).waitingForHidden + (await team.session(held)).waitingFor.length]).toEqual([before, 1])
    await complete(second)
    await complete(second)
    const sessionUpdate = (sessionId: string) => ({
      verb: 'agent_session.updated',
      payload: { sessionId, unblocked: true, state: 'queued' },
    })
    const log = (await team.log(cardId)).filter(({ verb, payload }) => verb.endsWith('blocked') || payload.unblocked)
    expect(log).toMatchObject([
      { verb: 'card.blocked', payload: { blockers: [key], blockersElsewhere: 0 } },
      { verb: 'card.unblocked', actorId: team.ada.actorId, payload: { blockers: [], blockersElsewhere: 1 } },
      ...[held, called].map(sessionUpdate),
    ])
    for (const sessionId of [held, called])
      expect((await team.events(sessionId)).filter(({ body }) => body.type === 'unblocked')).toMatchObject([
        { kind: 'log', body: { byActorId: team.ada.actorId } },
      ])
    expect((await team.inbox(team.robo, 'unblocked'))[0]).toMatchObject({ verb: 'card.unblocked', cardId, sessionId: held })
    expect((await team.inbox(team.bert, 'unblocked'))[0]).toMatchObject({ cardId })
    expect(await told()).toBe(before + 1)
    // A session that has begun is not released again.
    await begin(held)
    await complete(second, null)
    await complete(second)
    expect((await team.events(held)).filter(({ body }) => body.type === 'unblocked')).toHaveLength(1)
    expect((await team.log(cardId)).at(-1)).toMatchObject(sessionUpdate(called))
    expect(await told()).toBe(before + 2)
  })

  test('is told as news of what blocks its card while it works', { meta: { proves: ['hold.at-work.news'] } }, async () => {
    const [blocker, cardId] = [await team.newCard(), await team.newCard()]
    const id = await team.delegate(cardId)
    await begin(id)
    await block(blocker, cardId)
    const { news } = (await team.post(id, { op: 'progress', note: 'On it' })).body
    expect(news.items).toMatchObject([{ verb: 'card.blocked', text: `is blocked: ${await keyOf(blocker)}`, actorId: team.ada.actorId }])
    await complete(blocker)
    const later = (await team.post(id, { op: 'progress', note: 'Still', newsCursor: news.cursor })).body
    expect(later.news.items).toMatchObject([{ verb: 'card.unblocked' }])
    const held = await blocked()
    const waiting = await team.delegate(held.cardId)
    await start(waiting)
    expect((await begin(waiting)).body.news.items).toMatchObject([{ text: 'allows you to start on the blocked card' }])
  })
})
