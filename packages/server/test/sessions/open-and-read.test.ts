import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { created, startTeam, type Team } from './fixture/team.ts'

const ids = (rows: { id: string }[]) => rows.map((row) => row.id)

describe('sessions', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const open = (cardId: string, by = team.robo, body = {}) => by.post(`/api/cards/${cardId}/sessions`, body)

  test('are opened by agents for themselves and by people for delegatable agents', async () => {
    const cardId = await team.newCard()
    expect(created(await open(cardId, team.robo, { summary: 'Look into it' }))).toMatchObject({
      cardId,
      agentActorId: team.robo.actorId,
      initiatorActorId: team.robo.actorId,
      state: 'queued',
      trigger: { type: 'api' },
      statusText: null,
      summary: null,
      stale: false,
      question: null,
      plan: null,
      usage: null,
      endedAt: null,
    })
    expect((await team.log(cardId)).at(-1)?.payload.context.summary).toBe('Look into it')
    expect(created(await open(cardId, team.bob, { agentActorId: team.bert.actorId })).initiatorActorId).toBe(team.bob.actorId)
    const other = await team.newCard()
    expect((await open(other, team.robo, { agentActorId: team.bert.actorId })).status).toBe(403)
    expect((await open(other, team.bob)).body.error.details.fieldErrors).toHaveProperty('agentActorId')
    expect((await open(other, team.bob, { agentActorId: team.eve.actorId })).status).toBe(400)
    expect((await open(other, team.eve, { agentActorId: team.robo.actorId })).status).toBe(403)
    expect((await open(other, team.stranger, { agentActorId: team.robo.actorId })).status).toBe(404)
    expect((await team.log(other)).map(({ verb }) => verb)).toEqual(['card.created'])
  })

  test('carry the last ten comments, oldest first, without deleted ones', async () => {
    const cardId = await team.newCard()
    const comments: string[] = []
    for (let n = 0; n < 13; n++) comments.push(created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: `Note ${n}` })).id)
    await team.ada.delete(`/api/comments/${comments[12]}`)
    created(await open(cardId))
    const { context } = (await team.log(cardId)).at(-1)?.payload ?? {}
    expect(context.recentComments.map((comment: { body: string }) => comment.body)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Note ${n + 2}`),
    )
    expect(context).toMatchObject({ cardTitle: 'Fix the pump', guidance: 'Be brief.', checklist: [], summary: null })
  })

  test('carry a checklist of any length', async () => {
    const cardId = await team.newCard()
    const texts = Array.from({ length: 230 }, (_, n) => `Item ${n}`)
    await Promise.all(texts.map(async (text) => created(await team.ada.post(`/api/cards/${cardId}/checklist-items`, { text }))))
    created(await open(cardId))
    const { context } = (await team.ada.get(`/api/cards/${cardId}/activity?limit=1`)).body[0].payload
    expect(context.checklist.map((item: { text: string }) => item.text).toSorted()).toEqual(texts.toSorted())
  })

  test('are listed newest first, by state, page by page, of the card, the board and the caller', async () => {
    const board = (await team.ada.post('/api/boards', { name: 'Listed', template: 'kanban' })).body.id
    const agent = await team.tandem.agent(team.ada, 'Lister', [board])
    const listId = (await team.ada.get(`/api/boards/${board}`)).body.lists[0].id
    const opened: string[] = []
    let cardId = ''
    for (let n = 0; n < 5; n++) {
      cardId = created(await team.ada.post(`/api/lists/${listId}/cards`, { title: `Card ${n}` })).id
      opened.unshift(created(await open(cardId, agent)).id)
    }
    const [newest, second] = opened as [string, string]
    await team.post(second, { op: 'update', state: 'working' }, agent)
    await team.post(newest, { op: 'complete', summary: 'Done' }, agent)
    const again = created(await open(cardId, agent)).id
    expect(ids((await team.ada.get(`/api/cards/${cardId}/sessions`)).body)).toEqual([again, newest])
    expect(ids((await team.ada.get(`/api/boards/${board}/sessions?state=working`)).body)).toEqual([second])
    expect(ids((await team.ada.get(`/api/boards/${board}/sessions?state=done`)).body)).toEqual([newest])
    expect((await team.ada.get(`/api/boards/${board}/sessions?state=asleep`)).status).toBe(400)
    for (const path of [`/api/boards/${board}/sessions`, '/api/sessions/mine']) {
      const first = await agent.get(`${path}?limit=4`)
      expect(ids(first.body)).toEqual([again, ...opened.slice(0, 3)])
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      const rest = await agent.get(next.replace(team.tandem.url, ''))
      expect(ids(rest.body)).toEqual(opened.slice(3))
      expect(rest.headers.get('link')).toBeNull()
    }
    expect(ids((await agent.get('/api/sessions/mine?state=working')).body)).toEqual([second])
    expect((await team.stranger.get(`/api/boards/${board}/sessions`)).status).toBe(404)
  })

  test('of mine are those where I am the agent or the initiator, on boards that I and my token can see', async () => {
    const board = (await team.ada.post('/api/boards', { name: 'Mine', template: 'kanban' })).body.id
    const agent = await team.tandem.agent(team.ada, 'Mine', [board, team.boardId])
    const listId = (await team.ada.get(`/api/boards/${board}`)).body.lists[0].id
    const there = created(await open(created(await team.ada.post(`/api/lists/${listId}/cards`, { title: 'There' })).id, agent)).id
    const here = await team.delegate(await team.newCard(), agent, team.bob)
    const mine = async (by: { get(path: string): Promise<{ body: any }> }) => ids((await by.get('/api/sessions/mine')).body)
    expect(await mine(agent)).toEqual([here, there])
    expect(await mine(team.bob)).toContain(here)
    expect(await mine(team.bob)).not.toContain(there)
    expect(await mine(team.eve)).toEqual([])
    const scopes = ['sessions:read', `board:${board}`]
    const leashed = team.tandem.withToken((await team.ada.post('/api/tokens', { label: 'l', scopes, actorId: agent.actorId })).body.token)
    expect(await mine(leashed)).toEqual([there])
    expect((await leashed.get(`/api/sessions/${here}`)).status).toBe(403)
    await team.ada.delete(`/api/boards/${board}/members/${agent.actorId}`)
    expect(await mine(agent)).toEqual([here])
    expect((await agent.get(`/api/sessions/${there}`)).status).toBe(404)
  })

  test('have a trail that is read from an event or a time on, strictly newer, ascending', async () => {
    const sessionId = await team.delegate(await team.newCard())
    for (let n = 0; n < 3; n++) {
      team.tandem.clock.advance(1_000)
      await team.post(sessionId, { op: 'progress', note: `${n}` })
    }
    const all = await team.events(sessionId)
    const since = (value: string) => team.eve.get(`/api/sessions/${sessionId}/events?since=${encodeURIComponent(value)}`)
    expect(all.map(({ kind }) => kind)).toEqual(['state_change', 'progress', 'progress', 'progress'])
    const [first, second] = all as [(typeof all)[0], (typeof all)[0]]
    expect((await since(first.id)).body.events).toEqual(all.slice(1))
    expect((await since(second.createdAt)).body.events).toEqual(all.slice(2))
    expect((await since('2020-01-01')).body.events).toEqual(all)
    expect((await team.eve.get(`/api/sessions/${sessionId}/events?limit=2`)).body.events).toEqual(all.slice(0, 2))
    const foreign = (await team.events(await team.delegate(await team.newCard())))[0]?.id ?? ''
    for (const bad of [
      'yesterday',
      '',
      foreign,
      '019f0000-0000-7000-8000-00000000dead',
      '0000-01-01',
      '9999-12-31T23:59:59-23:00',
      '2026-13-45',
    ]) {
      const answer = await since(bad)
      expect([answer.status, answer.body.error?.code], bad).toEqual([400, 'validation'])
    }
    expect((await team.stranger.get(`/api/sessions/${sessionId}/events`)).status).toBe(404)
    expect((await team.ada.get('/api/sessions/nonsense')).status).toBe(404)
  })

  test('my work: assigned, delegated while open and not done, and what is unread', async () => {
    const agent = await team.tandem.agent(team.ada, 'Worker', [team.boardId])
    const [a, b, c] = [await team.newCard(), await team.newCard(), await team.newCard()]
    const done = await team.delegate(a, agent)
    const failed = await team.delegate(b, agent)
    await team.delegate(c, agent)
    const mine = async () => (await agent.get('/api/me/work')).body
    expect(ids((await mine()).delegated_to_me)).toEqual([a, b, c])
    expect((await mine()).notifications.map((row: { reason: string }) => row.reason)).toEqual(['delegated', 'delegated', 'delegated'])
    await team.post(done, { op: 'complete', summary: 'Done' }, agent)
    await team.post(failed, { op: 'fail', reason: 'No' }, agent)
    await team.ada.patch(`/api/cards/${c}`, { completedAt: '2026-01-01T00:00:00Z' })
    const [card] = (await mine()).delegated_to_me
    expect(card).toMatchObject({ id: b, boardId: team.boardId, boardName: 'Engine', session: { id: failed, state: 'error' } })
    expect((await mine()).delegated_to_me).toHaveLength(1)
    const assigned = await team.newCard({ assigneeActorIds: [team.eve.actorId] })
    const eves = (await team.eve.get('/api/me/work')).body
    expect([ids(eves.assigned), eves.delegated_to_me, eves.sessions_awaiting_me]).toEqual([[assigned], [], []])
    await team.ada.patch(`/api/cards/${assigned}`, { archived: true })
    expect((await team.eve.get('/api/me/work')).body.assigned).toEqual([])
  })
})
