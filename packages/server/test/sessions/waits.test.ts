import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { startTeam, type Team } from './fixture/team.ts'

describe('who waits for whom', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const waits = async (by: Person, query = '') => (await by.get(`/api/waits${query}`)).body
  const block = (blocker: string, blocked: string) => team.ada.put(`/api/cards/${blocker}/relations/${blocked}`, { kind: 'blocks' })
  const keyOf = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card.key as string
  const secretBoard = async () => {
    const { id } = (await team.ada.post('/api/boards', { name: 'Secret', template: 'kanban' })).body
    const [list] = (await team.ada.get(`/api/boards/${id}`)).body.lists
    return { id, card: async (): Promise<string> => (await team.ada.post(`/api/lists/${list.id}/cards`, { title: 'Secret' })).body.id }
  }

  test('questions wait for people, the oldest first', { meta: { proves: ['waits.questions', 'waits.limit'] } }, async () => {
    const asked: string[] = []
    for (const assignee of [team.bob, undefined]) {
      const card = await team.newCard(assignee ? { assigneeActorIds: [assignee.actorId] } : {})
      const id = await team.delegate(card)
      await team.post(id, { op: 'ask_human', question: 'Which? '.repeat(100) })
      asked.push(id)
      team.tandem.clock.advance(1_000)
    }
    const { questions, cutAtLimit } = await waits(team.eve)
    expect(questions).toMatchObject([
      {
        sessionId: asked[0],
        tier: 1,
        people: [{ id: team.bob.actorId, name: 'Bob' }],
        agent: { id: team.robo.actorId },
        boardName: 'Engine',
      },
      { sessionId: asked[1], tier: 2, people: [{ id: team.ada.actorId, handle: team.ada.handle }] },
    ])
    expect([questions[0].question.length, cutAtLimit]).toEqual([400, []])
    const first = await waits(team.eve, `?boardId=${team.boardId}&limit=1`)
    expect([first.questions, first.cutAtLimit]).toEqual([[questions[0]], ['questions']])
    for (const id of asked) {
      await team.ada.post(`/api/sessions/${id}/answer`, { answer: 'That' })
      await team.post(id, { op: 'complete', summary: 'Done' })
    }
    expect((await waits(team.eve)).questions).toEqual([])
  })

  test('sessions wait for an agent that was not seen since', { meta: { proves: ['waits.agents'] } }, async () => {
    await team.robo.get('/api/me')
    team.tandem.clock.advance(120_000)
    const cardId = await team.newCard()
    const id = await team.delegate(cardId)
    const [unseen] = (await waits(team.bob)).agents
    expect(unseen).toMatchObject({ sessionId: id, state: 'queued', cardKey: await keyOf(cardId), agent: { id: team.robo.actorId } })
    expect(unseen.lastSeenAt < unseen.since).toBe(true)
    await team.robo.get('/api/me')
    expect((await waits(team.bob)).agents).toEqual([])
    await team.post(id, { op: 'ask_human', question: 'Which?' })
    team.tandem.clock.advance(120_000)
    await team.ada.post(`/api/sessions/${id}/answer`, { answer: 'That' })
    expect((await waits(team.bob)).agents).toMatchObject([{ sessionId: id, state: 'working' }])
    const { since } = (await waits(team.bob)).agents[0]
    await team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.robo.handle} Mind the gap.` })
    expect((await team.events(id)).at(-1)).toMatchObject({ kind: 'log', body: { body: expect.stringContaining('Mind the gap') } })
    expect((await waits(team.bob)).agents).toMatchObject([{ sessionId: id, state: 'working', since }])
    team.tandem.clock.advance(120_000)
    const { stopRequestedAt } = (await team.ada.post(`/api/sessions/${id}/stop`)).body.session
    expect((await waits(team.bob)).agents).toMatchObject([{ sessionId: id, since: stopRequestedAt }])
    await team.robo.get('/api/me')
    expect((await waits(team.bob)).agents).toEqual([])
    // A session that was asked to stop and had no question before.
    const alone = await team.delegate(await team.newCard())
    await team.post(alone, { op: 'update', state: 'working' })
    team.tandem.clock.advance(120_000)
    expect((await waits(team.bob)).agents).toEqual([])
    await team.ada.post(`/api/sessions/${alone}/stop`)
    expect((await waits(team.bob)).agents).toMatchObject([{ sessionId: alone, state: 'working' }])
    // A held session waits for a card, not for its agent.
    const held = await team.newCard()
    await block(await team.newCard(), held)
    await team.delegate(held, team.bert)
    expect((await waits(team.bob)).agents).toHaveLength(1)
    await team.post(alone, { op: 'fail', reason: 'Stopped' })
    await team.post(id, { op: 'fail', reason: 'Stopped' })
  })

  test('cards wait for the cards that block them; circles are named', { meta: { proves: ['waits.cards', 'waits.visible'] } }, async () => {
    const secret = await secretBoard()
    const [blocker, cardId, hidden] = [await team.newCard(), await team.newCard(), await secret.card()]
    await block(blocker, cardId)
    await block(hidden, cardId)
    const atWork = await team.delegate(blocker, team.bert)
    const held = await team.delegate(cardId)
    const seen = {
      cardId: blocker,
      cardKey: await keyOf(blocker),
      sessions: [{ id: atWork, state: 'queued', agent: { id: team.bert.actorId } }],
    }
    const find = async (by: Person, query = '') => (await waits(by, query)).cards.find((card: any) => card.cardId === cardId)
    for (const query of ['', `?boardId=${team.boardId}`]) {
      expect(await find(team.bob, query)).toMatchObject({ sessions: [{ id: held }], blockers: [seen], moreBlockers: 1 })
      expect(await find(team.ada, query)).toMatchObject({ blockers: [seen, { cardId: hidden, boardName: 'Secret' }], moreBlockers: 0 })
    }
    expect(JSON.stringify(await waits(team.bob))).not.toContain('Secret')
    expect(await waits(team.stranger)).toEqual({ questions: [], agents: [], cards: [], cycles: [], cutAtLimit: [] })
    for (const boardId of [secret.id, crypto.randomUUID()]) expect((await team.bob.get(`/api/waits?boardId=${boardId}`)).status).toBe(404)
    const token = async (scopes: string[]) =>
      team.tandem.withToken((await team.ada.post('/api/tokens', { label: 'x', scopes })).body.token) as Person
    const leashed = await token(['boards:read', `board:${team.boardId}`])
    expect((await leashed.get(`/api/waits?boardId=${secret.id}`)).status).toBe(403)
    expect(await find(leashed)).toMatchObject({ sessions: [], blockers: [{ cardId: blocker, sessions: [] }], moreBlockers: 1 })
    expect((await (await token(['sessions:read'])).get('/api/waits')).status).toBe(403)

    // Inserted by SQL, because the service refuses relations that close a circle.
    const circle = [await team.newCard(), await team.newCard(), await team.newCard()]
    for (const [at, id] of circle.entries())
      await team.tandem.database.pool.query(
        `insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at) values ($1, $2, $1, $3, 'blocks', now())`,
        [team.boardId, circle[(at + 1) % 3], id],
      )
    const keys = await Promise.all(circle.map(keyOf))
    const { cycles } = await waits(team.bob)
    expect(cycles).toHaveLength(1)
    const start = cycles[0].indexOf(keys[0])
    expect([...cycles[0].slice(start), ...cycles[0].slice(0, start)]).toEqual(keys)
    await team.ada.patch(`/api/cards/${circle[0]}`, { completedAt: '2026-11-21T09:00:00Z' })
    expect((await waits(team.bob)).cycles).toEqual([])

    const far = (await team.ada.post('/api/boards', { name: 'Far', template: 'kanban' })).body.id
    const farList = (await team.ada.get(`/api/boards/${far}`)).body.lists[0].id
    const [near, there] = [await team.newCard(), (await team.ada.post(`/api/lists/${farList}/cards`, { title: 'There' })).body.id]
    const insert = `insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at) values ($1, $2, $3, $4, 'blocks', now())`
    await team.tandem.database.pool.query(insert, [team.boardId, near, far, there])
    await team.tandem.database.pool.query(insert, [far, there, team.boardId, near])
    const circles = async (query = '') => (await team.ada.get(`/api/waits${query}`)).body.cycles.map((one: string[]) => one.toSorted())
    expect(await circles()).toEqual([[await keyOf(near), await keyOf(there)].toSorted()])
    expect([await circles(`?boardId=${team.boardId}`), await circles(`?boardId=${far}`)]).toEqual([[], []])
  })
})
