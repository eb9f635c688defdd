import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notificationShape } from '../../src/surfaces/mcp/tools/shapes/boards.ts'
import { type Sender, until } from '../kit/http.ts'
import { agentScopes, type Person, startTestService, type TestService } from '../kit/service.ts'

/** The right to start an agent is checked for the person at the head of the chain. Specification: beyond §1. */
describe('an agent', () => {
  let tandem: TestService
  let [ada, bob, eve] = [] as unknown as [Person, Person, Person]
  let robo: Person
  let [board, listId] = ['', '']

  beforeAll(async () => {
    tandem = await startTestService()
    ;[ada, bob, eve] = [await tandem.register('Ada'), await tandem.register('Bob'), await tandem.register('Eve')]
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    listId = (await ada.get(`/api/boards/${board}`)).body.lists[0].id
    for (const [who, role] of [
      [bob, 'admin'],
      [eve, 'member'],
    ] as const)
      await ada.post(`/api/boards/${board}/members`, { actorId: who.actorId, role })
    robo = await tandem.agent(ada, 'Robo', [board])
  })

  const card = async () => (await ada.post(`/api/lists/${listId}/cards`, { title: 'Work' })).body.id as string
  const delegate = (by: Person, cardId: string, agent = robo) => by.post(`/api/cards/${cardId}/delegation`, { agentActorId: agent.actorId })
  const invokableBy = (to: unknown, by = ada) => by.patch(`/api/agents/${robo.actorId}`, { invokableBy: to })
  const comment = (by: Person, cardId: string, body: string) => by.post(`/api/cards/${cardId}/comments`, { body })
  const log = async () => (await ada.get(`/api/boards/${board}/activity?limit=200`)).body as { verb: string; cardId: string | null }[]

  test('starts for any member by default, and says for whom', { meta: { proves: ['agent.invokable.members'] } }, async () => {
    const { session } = (await delegate(eve, await card())).body
    expect(session).toMatchObject({ initiatorActorId: eve.actorId, onBehalfOfActorId: eve.actorId })
    expect((await ada.get('/api/agents')).body.find((agent: { id: string }) => agent.id === robo.actorId)).toMatchObject({
      invokableBy: 'members',
    })
  })

  test('for its owner alone starts for its owner only, by delegation, opening or mention; a refusal leaves nothing behind (F97)', {
    meta: { proves: ['agent.invokable.owner'] },
  }, async () => {
    expect((await invokableBy('owner')).body).toMatchObject({ invokableBy: 'owner' })
    const cardId = await card()
    const before = await log()
    const open = (by: Person) => by.post(`/api/cards/${cardId}/sessions`, { agentActorId: robo.actorId })
    for (const refused of [await delegate(eve, cardId), await delegate(bob, cardId), await open(eve)]) {
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
      expect(refused.body.error.message).toContain('Ada')
    }
    expect(await log()).toEqual(before)
    const written = await comment(eve, cardId, `@${robo.handle} run this`)
    expect(written.status).toBe(201)
    expect(written.body.calls).toEqual([
      {
        handle: robo.handle,
        agentActorId: robo.actorId,
        opened: false,
        because: 'not_allowed',
        message: expect.stringContaining('Ada'),
        reason: 'invokedByOwner',
        params: { name: 'Ada' },
      },
    ])
    expect((await ada.get(`/api/cards/${cardId}/sessions`)).body).toEqual([])
    const called = await comment(ada, cardId, `@${robo.handle} run this`)
    expect(called.body.calls).toEqual([{ handle: robo.handle, agentActorId: robo.actorId, opened: true, sessionId: expect.any(String) }])
    expect((await delegate(ada, await card())).status).toBe(201)
  })

  test('that is for some people starts for them and its owner, while they are members', {
    meta: { proves: ['agent.invokable.actors'] },
  }, async () => {
    for (const bad of [{ actorIds: [] }, { actorIds: [robo.actorId] }, { actorIds: ['x'] }, 'everybody', 7])
      expect((await invokableBy(bad)).status, JSON.stringify(bad)).toBe(400)
    expect((await invokableBy({ actorIds: [bob.actorId] })).body.invokableBy).toEqual({ actorIds: [bob.actorId] })
    expect((await delegate(eve, await card())).status).toBe(403)
    expect((await delegate(bob, await card())).status).toBe(201)
    expect((await delegate(ada, await card())).status).toBe(201)
    expect((await invokableBy('members', eve)).status).toBe(404)
    expect((await robo.patch(`/api/agents/${robo.actorId}`, { invokableBy: 'members' })).status).toBeGreaterThanOrEqual(403)
  })

  test('is not reached by way of another agent: whose work that one does counts, else its owner (F97)', {
    meta: { proves: ['agent.invokable.chain'] },
  }, async () => {
    await invokableBy('owner')
    const eves = await tandem.agent(eve, 'Go-between', [], agentScopes)
    await ada.post(`/api/boards/${board}/members`, { actorId: eves.actorId, role: 'member' })
    const [request] = (await eve.get(`/api/agents/${eves.actorId}/requests`)).body
    await eve.post(`/api/agents/${eves.actorId}/requests/${request.id}`, { accept: true })
    expect((await delegate(eves, await card())).status).toBe(403)
    // Ada has started Eve's agent, so it delegates on behalf of Ada.
    const forAda = await card()
    await delegate(ada, forAda, eves)
    expect((await robo.get(`/api/cards/${forAda}`)).status).toBe(200)
    const handedOn = await delegate(eves, forAda)
    expect([handedOn.status, handedOn.body.session?.onBehalfOfActorId]).toEqual([201, ada.actorId])
    // Eve has started Ada's other agent, so it can delegate only to agents that Eve may start.
    const helper = await tandem.agent(ada, 'Helper', [board])
    const forEve = await card()
    await delegate(eve, forEve, helper)
    expect((await delegate(helper, forEve)).status).toBe(403)
    expect((await delegate(helper, await card())).status).toBe(201)
    const opened = await helper.post(`/api/cards/${await card()}/sessions`, {})
    expect(opened.body).toMatchObject({ initiatorActorId: helper.actorId, onBehalfOfActorId: ada.actorId })
  })

  test('is started by a rule for who saved it last (F97)', { meta: { proves: ['agent.invokable.rule'] } }, async () => {
    await invokableBy('owner')
    const label = (await ada.post(`/api/boards/${board}/labels`, { name: 'Robo', color: 'red' })).body.id
    const definition = {
      name: 'To Robo',
      trigger: { verb: 'card.labeled' },
      conditions: [],
      actions: [{ type: 'delegate', agentActorId: robo.actorId }],
    }
    const made = await bob.post(`/api/boards/${board}/rules`, definition)
    expect(made.status, made.text).toBe(201)
    const ranOn = async (cardId: string) => {
      expect((await eve.put(`/api/cards/${cardId}/labels/${label}`)).status).toBeLessThan(300)
      await until(async () => (await log()).some((row) => row.verb === 'rule.run' && row.cardId === cardId))
      return (await ada.get(`/api/cards/${cardId}/sessions`)).body as { onBehalfOfActorId: string }[]
    }
    expect(await ranOn(await card())).toEqual([])
    expect((await ada.patch(`/api/rules/${made.body.id}`, { name: 'To Robo, by Ada' })).status).toBe(200)
    expect(await ranOn(await card())).toEqual([expect.objectContaining({ onBehalfOfActorId: ada.actorId })])
  })

  describe('takes cards from a queue for who set it last (F97)', () => {
    const queue = (by: Person, agentActorIds: string[] = []) => by.patch(`/api/lists/${listId}`, { queue: { agentActorIds } })
    const claim = (agent = robo) => agent.post('/api/work/claim', { listId })
    const empty = { card: null, because: 'empty' }
    const headOfClaim = async (agent = robo) => {
      const { status, body } = await claim(agent)
      return status === 201 ? body.session.onBehalfOfActorId : body.because
    }

    test('and from none of others, on any surface', { meta: { proves: ['agent.invokable.queue'] } }, async () => {
      await invokableBy('owner')
      expect((await queue(eve)).status).toBe(200)
      const cardId = (await eve.post(`/api/lists/${listId}/cards`, { title: 'Run this' })).body.id
      const before = await log()
      expect((await claim()).body).toMatchObject(empty)
      expect((await robo.post('/api/work/claim', {})).body).toMatchObject(empty)
      expect((await robo.post('/api/work/claim', { waitSeconds: 1 })).body).toMatchObject(empty)
      expect(await log()).toEqual(before)
      // The same value, set by another person, is recorded as theirs.
      expect((await queue(ada)).status).toBe(200)
      expect((await log()).map(({ verb }) => verb)).toEqual(['list.updated', ...before.map(({ verb }) => verb)])
      expect((await queue(ada)).status).toBe(200)
      expect(await log()).toHaveLength(before.length + 1)
      const taken = await claim()
      expect([taken.status, taken.body.card.id, taken.body.session.onBehalfOfActorId]).toEqual([201, cardId, ada.actorId])
    })

    test('while they are a member and may have it start', { meta: { proves: ['agent.invokable.queue'] } }, async () => {
      for (let at = 0; at < 3; at++) await card()
      await queue(eve)
      const role = (to: string) => ada.patch(`/api/boards/${board}/members/${eve.actorId}`, { role: to })
      expect((await role('viewer')).status).toBe(200)
      expect(await headOfClaim()).toBe('empty')
      await role('member')
      await invokableBy({ actorIds: [bob.actorId] })
      expect(await headOfClaim()).toBe('empty')
      await invokableBy({ actorIds: [eve.actorId] })
      expect(await headOfClaim()).toBe(eve.actorId)
      await invokableBy('members')
      expect(await headOfClaim()).toBe(eve.actorId)
      await ada.delete(`/api/boards/${board}/members/${eve.actorId}`)
      expect(await headOfClaim()).toBe('empty')
    })

    test('which for an agent is whose work it does on the board', { meta: { proves: ['agent.invokable.queue'] } }, async () => {
      await invokableBy('owner')
      const helper = await tandem.agent(ada, 'Helper', [board], ['boards:read', 'boards:write', ...agentScopes])
      for (let at = 0; at < 2; at++) await card()
      const forEve = await card()
      await delegate(eve, forEve, helper)
      expect((await queue(helper)).status).toBe(200)
      expect(await headOfClaim()).toBe('empty')
      await delegate(ada, await card(), helper)
      await queue(helper, [robo.actorId])
      expect(await headOfClaim()).toBe('empty')
      // Any member may start it: it takes cards on behalf of neither person, while the agent that set the queue is on the board.
      await invokableBy('members')
      expect(await headOfClaim()).toBeNull()
      await invokableBy('owner')
      await eve.delete(`/api/cards/${forEve}/delegation`)
      await queue(helper)
      expect(await headOfClaim()).toBe(ada.actorId)
    })

    test('and from none without a person or agent that set it', { meta: { proves: ['agent.invokable.queue'] } }, async () => {
      await card()
      await queue(eve)
      await tandem.database.pool.query('update lists set queue_set_by = null where id = $1', [listId])
      expect(await headOfClaim()).toBe('empty')
      const helper = await tandem.agent(ada, 'Helper', [board], ['boards:read', 'boards:write', ...agentScopes])
      await delegate(ada, await card(), helper)
      await delegate(eve, await card(), helper)
      await queue(helper, [robo.actorId, helper.actorId])
      await ada.delete(`/api/boards/${board}/members/${helper.actorId}`)
      expect(await headOfClaim()).toBe('empty')
      await queue(eve)
      expect(await headOfClaim()).toBe(eve.actorId)
    })

    test('where the board is a copy, who copied it', async () => {
      await queue(eve)
      const copy = (await ada.post(`/api/boards/${board}/copy`, { name: 'Copy' })).body.id
      await invokableBy('owner')
      expect((await ada.post(`/api/boards/${copy}/members`, { actorId: robo.actorId, role: 'member' })).status).toBe(201)
      const list = (await ada.get(`/api/boards/${copy}`)).body.lists[0].id
      await ada.post(`/api/lists/${list}/cards`, { title: 'Copied' })
      expect((await robo.post('/api/work/claim', { boardId: copy })).body.session?.onBehalfOfActorId).toBe(ada.actorId)
    })

    test('and of queues from before that was kept, by the log', async () => {
      const helper = await tandem.agent(ada, 'Helper', [board])
      await invokableBy('owner')
      await queue(bob, [robo.actorId])
      await queue(eve, [helper.actorId, robo.actorId])
      await ada.delete(`/api/agents/${helper.actorId}/boards/${board}`)
      const text = await readFile(new URL('../../migrations/0053_queue_authors.sql', import.meta.url), 'utf8')
      const fill = text.slice(text.indexOf('update lists'), text.indexOf('drop view'))
      const filled = async () => {
        await tandem.database.pool.query('update lists set queue_set_by = null where id = $1', [listId])
        await tandem.database.pool.query(fill)
        return (await tandem.database.pool.query('select queue_set_by from lists where id = $1', [listId])).rows[0].queue_set_by
      }
      expect(await filled()).toBe(eve.actorId)
      await queue(ada)
      expect(await filled()).toBe(ada.actorId)
    })
  })

  test('is started by an integration for who installed it (F97)', { meta: { proves: ['agent.invokable.integration'] } }, async () => {
    await invokableBy({ actorIds: [eve.actorId] })
    const installed = await bob.post(`/api/boards/${board}/integrations`, { type: 'github', inboundUrl: 'http://127.0.0.1:1025/' })
    const plugin = tandem.withToken(installed.body.token)
    const tried = await plugin.post(`/api/cards/${await card()}/comments`, { body: `@${robo.handle} look` })
    expect(tried.body.calls).toEqual([expect.objectContaining({ opened: false, because: 'not_allowed' })])
    await invokableBy({ actorIds: [bob.actorId] })
    const called = await plugin.post(`/api/cards/${await card()}/comments`, { body: `@${robo.handle} look` })
    expect(called.body.calls).toEqual([expect.objectContaining({ opened: true })])
  })

  describe('and a rule that an integration saved (F97)', { meta: { proves: ['agent.invokable.integration'] } }, () => {
    type Installed = { plugin: Sender; ranOn: (cardId: string) => Promise<{ onBehalfOfActorId: string }[]> }

    /** An integration of Bob's is the author of a rule, as one was before integrations were kept below the role admin. */
    async function installed(action: object): Promise<Installed> {
      const { body } = await bob.post(`/api/boards/${board}/integrations`, { type: 'github', inboundUrl: 'http://127.0.0.1:1025/' })
      const made = await ada.post(`/api/boards/${board}/rules`, { name: 'To Robo', trigger: { verb: 'card.created' }, actions: [action] })
      expect(made.status, made.text).toBe(201)
      await tandem.database.pool.query('update rules set saved_by = $1 where id = $2', [body.integration.actorId, made.body.id])
      const ranOn = async (cardId: string) => {
        await until(async () => (await log()).some((row) => row.verb === 'rule.run' && row.cardId === cardId))
        return (await ada.get(`/api/cards/${cardId}/sessions`)).body
      }
      return { plugin: tandem.withToken(body.token), ranOn }
    }
    const actions: [string, () => object][] = [
      ['that delegates', () => ({ type: 'delegate', agentActorId: robo.actorId })],
      ['whose comment mentions', () => ({ type: 'add_comment', body: `@${robo.handle} look` })],
    ]

    test.each(actions)('%s starts it for who installed it, while they are a member', async (_what, action) => {
      const { plugin, ranOn } = await installed(action())
      expect(await ranOn(await card())).toEqual([expect.objectContaining({ onBehalfOfActorId: bob.actorId })])
      await invokableBy({ actorIds: [eve.actorId] })
      expect(await ranOn(await card())).toEqual([])
      await invokableBy('members')
      await ada.delete(`/api/boards/${board}/members/${bob.actorId}`)
      const made = await plugin.post(`/api/lists/${listId}/cards`, { title: 'Work' })
      expect(await ranOn(made.body.id)).toEqual([])
    })

    test.each(actions)('%s does not start it if the person who installed it is unknown', async (_what, action) => {
      const { ranOn } = await installed(action())
      await tandem.database.pool.query('update integrations set installed_by = null where board_id = $1', [board])
      expect(await ranOn(await card())).toEqual([])
    })

    test.each(actions)('%s does not start the agent of who installed it, once they are off the board', async (_what, action) => {
      const { ranOn } = await installed(action())
      robo = await tandem.agent(bob, 'Of Bob', [board])
      await tandem.database.pool.query('update rules set actions = $1 where board_id = $2', [JSON.stringify([action()]), board])
      await ada.delete(`/api/boards/${board}/members/${bob.actorId}`)
      // Bob agrees to a request for his agent, without being on the board.
      await ada.post(`/api/boards/${board}/members`, { actorId: robo.actorId, role: 'member' })
      const [request] = (await bob.get(`/api/agents/${robo.actorId}/requests`)).body
      expect((await bob.post(`/api/agents/${robo.actorId}/requests/${request.id}`, { accept: true })).status).toBe(200)
      await tandem.database.pool.query('update rules set enabled = true, paused_reason = null where board_id = $1', [board])
      expect(await ranOn(await card())).toEqual([])
    })
  })

  test('that is mentioned once too often in a minute is not called, and the author is told (F117)', {
    meta: { proves: ['agent.call.limit-told'] },
  }, async () => {
    for (let times = 0; times < 30; times++) {
      const { calls } = (await comment(eve, await card(), `@${robo.handle} look`)).body
      expect(calls).toEqual([expect.objectContaining({ opened: true })])
    }
    const { calls } = (await comment(eve, await card(), `@${robo.handle} look`)).body
    expect(calls).toEqual([expect.objectContaining({ opened: false, because: 'too_many', message: expect.stringContaining('30') })])
    expect(calls[0]).toMatchObject({ reason: 'mentionsTooMany', params: { count: 30, handle: robo.handle } })
    const told = (await robo.get('/api/notifications?unread=true&limit=100')).body.filter((row: any) => row.reason === 'mentioned')
    expect(told).toHaveLength(31)
    // Newest first: only the mention that opened no session is marked so.
    expect(told[0]).toMatchObject({ opened: false, because: 'too_many' })
    for (const row of told.slice(1)) for (const key of ['opened', 'because']) expect(row).not.toHaveProperty(key)
    // The same for a mention that an edit adds, and in the concise answer of the tool. Notifications of people have no such mark.
    const silent = (await comment(eve, await card(), 'nothing yet')).body
    const edited = await eve.patch(`/api/comments/${silent.id}`, { body: `@${robo.handle} and @${bob.handle} look` })
    expect(edited.body.calls).toEqual([expect.objectContaining({ because: 'too_many' })])
    const [newest] = (await robo.get('/api/notifications?unread=true&limit=1')).body
    expect(newest).toMatchObject({ verb: 'comment.edited', opened: false, because: 'too_many' })
    expect(notificationShape(newest)).toMatchObject({ opened: false, because: 'too_many' })
    const [toBob] = (await bob.get('/api/notifications?limit=1')).body
    expect([toBob.verb, toBob.reason, 'opened' in toBob]).toEqual(['comment.edited', 'mentioned', false])
    tandem.clock.advance(61_000)
    expect((await comment(eve, await card(), `@${robo.handle} look`)).body.calls).toEqual([expect.objectContaining({ opened: true })])
  })

  test('that works on the card, takes no mentions, or is mentioned by one at work there is said to be so', {
    meta: { proves: ['agent.invokable.mention'] },
  }, async () => {
    const cardId = await card()
    const session = (await delegate(ada, cardId)).body.session
    expect((await comment(eve, cardId, `@${robo.handle} more`)).body.calls).toEqual([
      expect.objectContaining({ opened: false, because: 'at_work', reason: 'mentionAtWork', sessionId: session.id }),
    ])
    expect((await robo.get('/api/notifications?limit=1')).body).toMatchObject([{ reason: 'mentioned', opened: false, because: 'at_work' }])
    const helper = await tandem.agent(ada, 'Helper', [board])
    expect((await comment(robo, cardId, `@${helper.handle} help`)).body.calls).toEqual([
      expect.objectContaining({ opened: false, because: 'author_at_work', reason: 'mentionByWorker' }),
    ])
    await ada.patch(`/api/agents/${helper.actorId}`, { capabilities: { mentionable: false } })
    const { body } = await comment(eve, cardId, `@${helper.handle} help`)
    expect(body.calls).toEqual([expect.objectContaining({ opened: false, because: 'not_mentionable', reason: 'mentionIgnored' })])
    expect((await comment(eve, cardId, 'Nobody is called')).body).not.toHaveProperty('calls')
    const edited = await eve.patch(`/api/comments/${body.id}`, { body: `@${helper.handle} @${robo.handle} help` })
    expect(edited.body.calls).toEqual([expect.objectContaining({ handle: robo.handle, because: 'at_work' })])
  })

  test('whose owner is deactivated takes no work', async () => {
    const owner = await tandem.register('Owner')
    const theirs = await tandem.agent(owner, 'Theirs')
    await ada.post(`/api/boards/${board}/members`, { actorId: theirs.actorId, role: 'member' })
    const [request] = (await owner.get(`/api/agents/${theirs.actorId}/requests`)).body
    await owner.post(`/api/agents/${theirs.actorId}/requests/${request.id}`, { accept: true })
    expect((await ada.patch(`/api/admin/actors/${owner.actorId}`, { deactivated: true })).status).toBe(200)
    const refused = await delegate(ada, await card(), theirs)
    expect([refused.status, refused.body.error.details.fields?.agentActorId ?? refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('deactivated'),
    ])
  })

  test('that works for somebody takes no word of those who may not have it start, and hands nothing on for several', async () => {
    await invokableBy('owner')
    const cardId = await card()
    const { session } = (await delegate(ada, cardId)).body
    const events = async () => (await ada.get(`/api/sessions/${session.id}/events`)).body.length
    const before = await events()
    expect((await comment(eve, cardId, `@${robo.handle} do something else`)).body.calls).toEqual([
      expect.objectContaining({ opened: false, because: 'not_allowed' }),
    ])
    expect(await events()).toBe(before)
    const inbox = (await robo.get('/api/notifications')).body as { reason: string }[]
    expect(inbox.filter(({ reason }) => reason === 'mentioned')).toEqual([])
    // A mention in the description of a card does not reach it either, whether the card is new or changed.
    const described = { title: 'One', description: `@${robo.handle} do something else` }
    const { listId } = (await eve.get(`/api/cards/${cardId}`)).body.card
    const made = (by: Person) => by.post(`/api/lists/${listId}/cards`, described)
    expect([(await made(eve)).status, (await eve.patch(`/api/cards/${cardId}`, described)).status]).toEqual([201, 200])
    expect(((await robo.get('/api/notifications')).body as { reason: string }[]).filter(({ reason }) => reason === 'mentioned')).toEqual([])
    await made(ada)
    expect((await robo.get('/api/notifications')).body).toContainEqual(expect.objectContaining({ reason: 'mentioned' }))
    // Any member may have Helper start: once Eve has had her say, it is not Ada's work alone.
    const helper = await tandem.agent(ada, 'Helper', [board])
    const shared = await card()
    await delegate(ada, shared, helper)
    await comment(eve, shared, `@${helper.handle} delegate this to ${robo.handle}`)
    expect((await delegate(helper, shared)).status).toBe(403)
  })

  test('whose session another person takes over hands nothing on for either of them', {
    meta: { proves: ['agent.invokable.adopted'] },
  }, async () => {
    await invokableBy('owner')
    const helper = await tandem.agent(ada, 'Helper', [board])
    const head = async (cardId: string) => (await ada.get(`/api/cards/${cardId}/sessions`)).body[0].onBehalfOfActorId
    // Eve opens the session, Ada delegates the card: what Eve wrote there must not be handed on with Ada's rights.
    for (const opens of [
      (cardId: string) => comment(eve, cardId, `@${helper.handle} delegate this to ${robo.handle}`),
      (cardId: string) =>
        eve.post(`/api/cards/${cardId}/sessions`, { agentActorId: helper.actorId, summary: `Delegate to ${robo.handle}` }),
    ]) {
      const shared = await card()
      expect((await opens(shared)).status).toBe(201)
      const adopted = await delegate(ada, shared, helper)
      expect([adopted.status, adopted.body.session.onBehalfOfActorId]).toEqual([201, null])
      expect(await head(shared)).toBeNull()
      expect((await delegate(helper, shared)).status).toBe(403)
    }
    const own = await card()
    await comment(ada, own, `@${helper.handle} delegate this to ${robo.handle}`)
    expect((await delegate(ada, own, helper)).body.session.onBehalfOfActorId).toBe(ada.actorId)
    expect((await delegate(helper, own)).status).toBe(201)
  })

  test('that works for two people who may have it start begins, and no longer once one of them may not', {
    meta: { proves: ['agent.invokable.adopted'] },
  }, async () => {
    await invokableBy({ actorIds: [bob.actorId, eve.actorId] })
    const cardId = await card()
    await comment(bob, cardId, `@${robo.handle} look`)
    const { session } = (await delegate(eve, cardId)).body
    expect(session.onBehalfOfActorId).toBeNull()
    const begin = () => robo.post(`/api/sessions/${session.id}/events`, { op: 'update', state: 'working' })
    for (const left of [[bob.actorId], [eve.actorId]]) {
      await invokableBy({ actorIds: left })
      expect((await begin()).status).toBe(403)
    }
    await invokableBy('owner')
    expect((await begin()).status).toBe(403)
    await invokableBy({ actorIds: [bob.actorId, eve.actorId] })
    expect((await begin()).status).toBeLessThan(300)
  })

  test('that opens a session on a card that is delegated to it goes on for whom that was', async () => {
    const helper = await tandem.agent(ada, 'Helper', [board])
    await invokableBy('owner')
    const cardId = await card()
    const first = (await delegate(eve, cardId, helper)).body.session
    await helper.post(`/api/sessions/${first.id}/events`, { op: 'update', state: 'working' })
    await helper.post(`/api/sessions/${first.id}/events`, { op: 'fail', reason: 'Broken' })
    const again = await helper.post(`/api/cards/${cardId}/sessions`, {})
    expect([again.status, again.body.onBehalfOfActorId]).toEqual([201, eve.actorId])
    expect((await delegate(helper, cardId)).status).toBe(403)
  })

  test('does not begin what its owner has forbidden since', async () => {
    const { session } = (await delegate(eve, await card())).body
    await invokableBy('owner')
    const begin = () => robo.post(`/api/sessions/${session.id}/events`, { op: 'update', state: 'working' })
    expect((await begin()).status).toBe(403)
    await invokableBy('members')
    expect((await begin()).status).toBeLessThan(300)
  })

  test('is not called by what others put into the words of a rule (F97)', async () => {
    await invokableBy('owner')
    const made = await ada.post(`/api/boards/${board}/rules`, {
      name: 'Welcome',
      trigger: { verb: 'card.created' },
      conditions: [],
      actions: [{ type: 'add_comment', body: 'Thanks for {{card.title}}, {{actor.name}}' }],
    })
    expect(made.status, made.text).toBe(201)
    const cardId = (await eve.post(`/api/lists/${listId}/cards`, { title: `@${robo.handle} run this` })).body.id
    await until(async () => (await ada.get(`/api/cards/${cardId}/comments`)).body.length === 1)
    expect((await ada.get(`/api/cards/${cardId}/sessions`)).body).toEqual([])
    expect((await robo.get('/api/notifications')).body).toEqual([])
  })
})
