import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentScopes, type Person, startTestService, type TestService } from '../kit/service.ts'

/** An agent joins a board with its owner's word alone. Specification: beyond §1. */
describe('an agent of somebody else', () => {
  let tandem: TestService
  let [ada, mallory, eve] = [] as unknown as [Person, Person, Person]
  let robo: Person
  let [board, cardId] = ['', '']

  beforeAll(async () => {
    tandem = await startTestService()
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    ;[ada, mallory, eve] = [await tandem.register('Ada'), await tandem.register('Mallory'), await tandem.register('Eve')]
    robo = await tandem.agent(ada, 'Robo')
    board = (await mallory.post('/api/boards', { name: 'Trap', template: 'kanban' })).body.id
    const listId = (await mallory.get(`/api/boards/${board}`)).body.lists[0].id
    cardId = (await mallory.post(`/api/lists/${listId}/cards`, { title: 'Run this' })).body.id
  })

  const ask = (by = mallory, more: object = {}, boardId = board) =>
    by.post(`/api/boards/${boardId}/members`, { actorId: robo.actorId, role: 'member', ...more })
  const requests = async () => (await ada.get(`/api/agents/${robo.actorId}/requests`)).body as { id: string }[]
  const settle = (requestId: string, accept: boolean, by = ada) => by.post(`/api/agents/${robo.actorId}/requests/${requestId}`, { accept })
  const verbs = async () =>
    ((await mallory.get(`/api/boards/${board}/activity?limit=200`)).body as { verb: string }[]).map((each) => each.verb)
  const inbox = async () => (await ada.get('/api/notifications')).body as { reason: string; requestId?: string; boardName: string }[]

  test('is asked for, works nothing and sees nothing until its owner agrees (F96)', {
    meta: { proves: ['agent.consent.request', 'agent.consent.sees-nothing'] },
  }, async () => {
    const asked = await ask()
    expect(asked.status).toBe(202)
    expect(asked.body).toEqual({ actorId: robo.actorId, role: 'member', status: 'requested', requestId: expect.any(String) })
    expect((await robo.get(`/api/boards/${board}`)).status).toBe(404)
    expect((await robo.get('/api/boards')).body).toEqual([])
    const delegated = await mallory.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })
    expect(delegated.status).toBe(400)
    await mallory.post(`/api/cards/${cardId}/comments`, { body: `@${robo.handle} run this` })
    expect((await robo.get('/api/me/work')).body.sessions_awaiting_me ?? []).toEqual([])
    expect((await mallory.get(`/api/boards/${board}/members`)).body).toHaveLength(1)
    expect(await requests()).toEqual([
      expect.objectContaining({
        id: asked.body.requestId,
        boardId: board,
        boardName: 'Trap',
        role: 'member',
        requestedBy: expect.objectContaining({ id: mallory.actorId, handle: mallory.handle }),
      }),
    ])
    expect((await settle(asked.body.requestId, true)).body).toMatchObject({ status: 'accepted', boardId: board })
    expect(await requests()).toEqual([])
    // Its owner is not a member of the board; the agent has the rights of a member.
    expect((await robo.get(`/api/boards/${board}`)).status).toBe(200)
    expect((await robo.patch(`/api/boards/${board}`, { name: 'Mine' })).status).toBe(403)
    expect((await ada.get(`/api/boards/${board}`)).status).toBe(404)
    expect(await verbs()).toEqual(expect.arrayContaining(['member.requested', 'member.added']))
    expect((await ada.get(`/api/agents/${robo.actorId}/boards`)).body).toEqual([
      expect.objectContaining({ boardId: board, name: 'Trap', role: 'member', ownerRole: null, acceptedAt: expect.any(String) }),
    ])
    expect((await robo.get(`/api/agents/${robo.actorId}/boards`)).body).toHaveLength(1)
  })

  test('stands in the inbox of its owner for as long as that is open', { meta: { proves: ['agent.consent.inbox'] } }, async () => {
    const { requestId } = (await ask()).body
    expect(await inbox()).toEqual([expect.objectContaining({ reason: 'agent_requested', requestId, boardName: 'Trap' })])
    expect((await eve.get('/api/notifications')).body).toEqual([])
    expect((await ada.post('/api/notifications/read-all')).body).toEqual({ marked: 1 })
    await settle(requestId, false)
    expect(await inbox()).toEqual([])
    expect(await verbs()).toContain('member.request_declined')
    expect((await robo.get(`/api/boards/${board}`)).status).toBe(404)
  })

  test('is listed to the admins of the board that asks for it, until that is settled or withdrawn', {
    meta: { proves: ['agent.consent.board-lists'] },
  }, async () => {
    const listed = async (by = mallory, boardId = board) => (await by.get(`/api/boards/${boardId}/requests`)).body
    expect(await listed()).toEqual([])
    const { requestId } = (await ask()).body
    expect(await listed()).toEqual([
      {
        id: requestId,
        boardId: board,
        role: 'member',
        requestedByActorId: mallory.actorId,
        createdAt: expect.any(String),
        agent: { actorId: robo.actorId, name: 'Robo', handle: robo.handle, avatarUrl: null },
        owner: { actorId: ada.actorId, name: 'Ada', handle: ada.handle },
      },
    ])
    const elsewhere = (await mallory.post('/api/boards', { name: 'Elsewhere' })).body.id
    expect(await listed(mallory, elsewhere)).toEqual([])
    await mallory.post(`/api/boards/${board}/members`, { actorId: eve.actorId, role: 'member' })
    expect((await listed(eve)).error.code).toBe('forbidden')
    for (const by of [ada, robo]) expect((await listed(by)).error.code).toBe('not_found')
    await mallory.delete(`/api/boards/${board}/members/${robo.actorId}`)
    expect(await listed()).toEqual([])
    await settle((await ask()).body.requestId, false)
    expect(await listed()).toEqual([])
  })

  test('is for its owner alone to answer, once', { meta: { proves: ['agent.consent.settle'] } }, async () => {
    const { requestId } = (await ask()).body
    for (const by of [mallory, eve, robo]) expect([403, 404]).toContain((await settle(requestId, true, by)).status)
    for (const by of [mallory, eve]) {
      expect((await by.get(`/api/agents/${robo.actorId}/requests`)).status).toBe(404)
      expect((await by.get(`/api/agents/${robo.actorId}/boards`)).status).toBe(404)
      expect((await by.delete(`/api/agents/${robo.actorId}/boards/${board}`)).status).toBe(404)
    }
    const answers = await Promise.all([settle(requestId, true), settle(requestId, false), settle(requestId, true)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect((await verbs()).filter((verb) => verb === 'member.added' || verb === 'member.request_declined')).toHaveLength(1)
  })

  test('joins at once where its owner adds it, not where another agent of its owner does', {
    meta: { proves: ['agent.consent.owner-adds'] },
  }, async () => {
    const own = (await ada.post('/api/boards', { name: 'Own' })).body.id
    expect((await ask(ada, {}, own)).status).toBe(201)
    const helper = await tandem.agent(ada, 'Helper', [], ['members:write', 'boards:read'])
    const other = (await ada.post('/api/boards', { name: 'Other' })).body.id
    await ada.post(`/api/boards/${other}/members`, { actorId: helper.actorId, role: 'admin' })
    expect((await ask(helper, {}, other)).status).toBe(202)
    expect((await ada.get(`/api/agents/${robo.actorId}/boards`)).body).toEqual([
      expect.objectContaining({ boardId: own, acceptedAt: null }),
    ])
  })

  test('is asked for once: the same again answers the open request, another role is refused (F96)', async () => {
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body.requestId).toBe(first.body.requestId)
    const other = await ask(mallory, { role: 'admin' })
    expect(other.body.error).toMatchObject({ code: 'conflict', details: { requestId: first.body.requestId, role: 'member' } })
    expect(await requests()).toHaveLength(1)
    expect((await verbs()).filter((verb) => verb === 'member.requested')).toHaveLength(1)
  })

  test('is withdrawn by those who asked; asking again and again ends', {
    meta: { proves: ['agent.consent.withdraw', 'agent.consent.bounds'] },
  }, async () => {
    for (let times = 0; times < 3; times++) {
      const { requestId } = (await ask()).body
      expect((await mallory.delete(`/api/boards/${board}/members/${robo.actorId}`)).status).toBe(204)
      expect((await settle(requestId, true)).status).toBe(404)
    }
    const again = await ask()
    expect([again.status, again.body.error.code]).toEqual([429, 'rate_limited'])
    tandem.clock.advance(86_400_001)
    expect((await ask()).status).toBe(202)
  })

  test('twenty open requests to one owner are enough', { meta: { proves: ['agent.consent.bounds'] } }, async () => {
    for (let at = 0; at < 20; at++) {
      const agent = (await ada.post('/api/agents', { name: `Agent ${at}` })).body
      expect((await ask(mallory, { actorId: agent.id })).status).toBe(202)
    }
    expect((await ask()).body.error).toMatchObject({ code: 'conflict', details: { limit: 20 } })
    expect((await ask(eve, {}, (await eve.post('/api/boards', { name: 'Hers' })).body.id)).status).toBe(202)
  })

  test('is the last of thirty that are asked of one owner in a day', { meta: { proves: ['limit.agent-requests.a-day'] } }, async () => {
    for (let at = 0; at < 30; at++) {
      const agent = (await ada.post('/api/agents', { name: `Agent ${at}` })).body
      expect((await ask(mallory, { actorId: agent.id })).status).toBe(202)
      await mallory.delete(`/api/boards/${board}/members/${agent.id}`)
    }
    expect((await ask()).body.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('30 requests today') })
    tandem.clock.advance(86_400_001)
    expect((await ask()).status).toBe(202)
  })

  test('does not join for somebody who is no admin any more, nor once it is deactivated', async () => {
    await mallory.post(`/api/boards/${board}/members`, { actorId: eve.actorId, role: 'admin' })
    const { requestId } = (await ask()).body
    await eve.patch(`/api/boards/${board}/members/${mallory.actorId}`, { role: 'member' })
    expect((await settle(requestId, true)).body.error.code).toBe('conflict')
    expect((await settle(requestId, false)).status).toBe(200)
    const next = (await ask(eve)).body.requestId
    await ada.delete(`/api/agents/${robo.actorId}`)
    expect((await settle(next, true)).status).toBe(404)
    expect(await inbox()).toEqual([])
  })

  test('is taken off by its owner, who cannot see the board; it is asked for anew', {
    meta: { proves: ['agent.consent.leave-board'] },
  }, async () => {
    await settle((await ask()).body.requestId, true)
    const opened = await mallory.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })
    expect(opened.status).toBe(201)
    expect((await ada.delete(`/api/agents/${robo.actorId}/boards/${board}`)).status).toBe(204)
    expect((await ada.delete(`/api/agents/${robo.actorId}/boards/${board}`)).status).toBe(404)
    expect((await robo.get(`/api/boards/${board}`)).status).toBe(404)
    expect((await mallory.get(`/api/sessions/${opened.body.session.id}`)).body).toMatchObject({
      state: 'error',
      failureReason: 'member_removed',
    })
    expect((await mallory.get(`/api/cards/${cardId}`)).body.card.delegation).toBeNull()
    expect((await ask()).status).toBe(202)
  })

  test('of a token with a leash or without agents:write is out of reach', async () => {
    const { requestId } = (await ask()).body
    const token = async (scopes: string[]) => tandem.withToken((await ada.post('/api/tokens', { label: 't', scopes })).body.token)
    const weak = await token([...agentScopes])
    expect((await weak.post(`/api/agents/${robo.actorId}/requests/${requestId}`, { accept: true })).status).toBe(403)
    expect((await weak.delete(`/api/agents/${robo.actorId}/boards/${board}`)).status).toBe(403)
  })

  test('that belongs to another board itself cannot be taken (F96)', async () => {
    const elsewhere = (await eve.post('/api/boards', { name: 'Hers' })).body.id
    const installed = await eve.post(`/api/boards/${elsewhere}/integrations`, { type: 'github', inboundUrl: 'http://127.0.0.1:1025/' })
    expect(installed.status).toBe(201)
    const answer = await ask(mallory, { actorId: installed.body.integration.actorId })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation'])
  })

  test('that its owner adds while it is asked for is asked for no more, and is removed like any other', async () => {
    const { requestId } = (await ask()).body
    await mallory.post(`/api/boards/${board}/members`, { actorId: ada.actorId, role: 'admin' })
    expect((await ask(ada)).status).toBe(201)
    expect(await requests()).toEqual([])
    expect((await settle(requestId, false)).status).toBe(404)
    expect((await mallory.delete(`/api/boards/${board}/members/${robo.actorId}`)).status).toBe(204)
    expect((await robo.get(`/api/boards/${board}`)).status).toBe(404)
  })

  test('gets no more than its owner agreed to, where the owner does not see the board', async () => {
    const { requestId } = (await ask(mallory, { role: 'viewer' })).body
    await settle(requestId, true)
    const raise = () => mallory.patch(`/api/boards/${board}/members/${robo.actorId}`, { role: 'member' })
    expect((await raise()).status).toBe(403)
    await mallory.post(`/api/boards/${board}/members`, { actorId: ada.actorId, role: 'member' })
    expect((await raise()).body).toMatchObject({ role: 'member' })
  })

  test('is out of reach of a token that is leashed to other boards', async () => {
    const { requestId } = (await ask()).body
    const own = (await ada.post('/api/boards', { name: 'Own' })).body.id
    const scopes = ['agents:write', 'boards:read', `board:${own}`]
    const leashed = tandem.withToken((await ada.post('/api/tokens', { label: 't', scopes })).body.token)
    expect((await leashed.get(`/api/agents/${robo.actorId}/requests`)).body).toEqual([])
    expect((await leashed.post(`/api/agents/${robo.actorId}/requests/${requestId}`, { accept: true })).status).toBe(403)
    await settle(requestId, true)
    expect((await leashed.delete(`/api/agents/${robo.actorId}/boards/${board}`)).status).toBe(403)
    expect((await leashed.get(`/api/agents/${robo.actorId}/boards`)).body).toEqual([])
  })

  test('whose owner is deactivated cannot be asked for', async () => {
    await ada.patch('/api/me', { name: 'Ada' })
    await tandem.database.pool.query('update actors set deactivated_at = now() where id = $1', [ada.actorId])
    expect((await ask()).status).toBe(400)
  })
})
