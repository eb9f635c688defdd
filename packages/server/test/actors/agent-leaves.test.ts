import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('an agent that leaves', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  async function boardWithCard(): Promise<{ boardId: string; cardId: string }> {
    const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    return { boardId, cardId: (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Card' })).body.id }
  }
  const delegate = (cardId: string, agentActorId: string) => ada.post(`/api/cards/${cardId}/delegation`, { agentActorId })
  const verbs = async (boardId: string, count: number) =>
    (await ada.get(`/api/boards/${boardId}/activity?limit=${count}`)).body.map((event: { verb: string }) => event.verb)
  const detail = async (cardId: string) => (await ada.get(`/api/cards/${cardId}`)).body.card
  const session = async (id: string) => (await ada.get(`/api/sessions/${id}`)).body

  test('the service: on every board its live sessions fail and its delegations go', async () => {
    const places = [await boardWithCard(), await boardWithCard()]
    const agent = await tandem.agent(
      ada,
      'Robo',
      places.map((place) => place.boardId),
    )
    const opened = []
    for (const { cardId } of places) opened.push((await delegate(cardId, agent.actorId)).body.session.id)
    await agent.post(`/api/sessions/${opened[0]}/events`, { op: 'update', state: 'working' })
    await agent.post(`/api/sessions/${opened[0]}/events`, { op: 'ask_human', question: 'Which?' })
    expect((await ada.delete(`/api/agents/${agent.actorId}`)).status).toBe(204)
    for (const [at, { boardId, cardId }] of places.entries()) {
      expect(await session(opened[at])).toMatchObject({ state: 'error', failureReason: 'agent_deactivated', question: null })
      expect((await detail(cardId)).delegation).toBeNull()
      expect(await verbs(boardId, 2)).toEqual(['card.undelegated', 'agent_session.failed'])
    }
    const refusal = await delegate(places[0]?.cardId ?? '', agent.actorId)
    expect([refusal.status, refusal.body.error.details.fieldErrors.agentActorId]).toEqual([400, [expect.stringMatching(/deactivated/)]])
  })

  test('one board: there its sessions fail and its delegations go, elsewhere nothing changes', async () => {
    const [left, kept] = [await boardWithCard(), await boardWithCard()]
    const agent = await tandem.agent(ada, 'Mover', [left.boardId, kept.boardId])
    const [there, here] = [
      (await delegate(left.cardId, agent.actorId)).body.session.id,
      (await delegate(kept.cardId, agent.actorId)).body.session.id,
    ]
    expect((await ada.delete(`/api/boards/${left.boardId}/members/${agent.actorId}`)).status).toBe(204)
    expect(await session(there)).toMatchObject({ state: 'error', failureReason: 'member_removed' })
    expect((await detail(left.cardId)).delegation).toBeNull()
    expect(await verbs(left.boardId, 3)).toEqual(['member.removed', 'card.undelegated', 'agent_session.failed'])
    expect((await session(here)).state).toBe('queued')
    expect((await detail(kept.cardId)).delegation.agentActorId).toBe(agent.actorId)
    expect((await agent.get(`/api/boards/${left.boardId}`)).status).toBe(404)
  })

  test('while it is delegated cards: no delegation and no live session is left behind', async () => {
    for (let round = 0; round < 5; round++) {
      const places = [await boardWithCard(), await boardWithCard(), await boardWithCard()]
      const agent = await tandem.agent(
        ada,
        `Racer ${round}`,
        places.map((place) => place.boardId),
      )
      const answers = await Promise.all([
        ...places.map(({ cardId }) => delegate(cardId, agent.actorId)),
        ada.delete(`/api/agents/${agent.actorId}`),
        ...places.map(({ cardId }) => delegate(cardId, agent.actorId)),
      ])
      for (const answer of answers) expect([200, 201, 204, 400], answer.text).toContain(answer.status)
      const { rows } = await tandem.database.pool.query(
        `select id from cards where delegate_actor_id = $1 union all select id from sessions where agent_actor_id = $1 and ended_at is null`,
        [agent.actorId],
      )
      expect(rows).toEqual([])
    }
  })

  test('while members write: they are served or refused, never met with an error of ours (F32)', async () => {
    const { boardId, cardId } = await boardWithCard()
    const writers = await Promise.all(Array.from({ length: 5 }, (_, n) => tandem.register(`Writer ${n}`)))
    for (const { actorId } of writers) await ada.post(`/api/boards/${boardId}/members`, { actorId, role: 'member' })
    const answers = await Promise.all(
      writers.flatMap((writer) => [
        ...Array.from({ length: 4 }, () => writer.post(`/api/cards/${cardId}/assignees`, { actorId: writer.actorId })),
        ada.delete(`/api/boards/${boardId}/members/${writer.actorId}`),
        ...Array.from({ length: 4 }, (_, n) => writer.patch(`/api/cards/${cardId}`, { title: `t${n}` })),
      ]),
    )
    for (const answer of answers) expect([200, 201, 204, 404], answer.text).toContain(answer.status)
    const { rows } = await tandem.database.pool.query('select 1 from card_assignees where board_id = $1', [boardId])
    expect(rows).toEqual([])
    expect((await ada.get(`/api/boards/${boardId}/members`)).body).toHaveLength(1)
  })
})
