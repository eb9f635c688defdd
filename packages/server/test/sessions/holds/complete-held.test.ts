import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from '../fixture/team.ts'

describe('a session that may not begin', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const board = (change: object) => team.ada.patch(`/api/boards/${team.boardId}`, change)
  const agent = (change: object) => team.ada.patch(`/api/agents/${team.robo.actorId}`, change)
  const list = (change: object) => team.ada.patch(`/api/lists/${team.listId}`, change)
  const working = async () => {
    const sessionId = await team.delegate(await team.newCard())
    expect((await team.post(sessionId, { op: 'update', state: 'working' })).status).toBe(200)
    return sessionId
  }
  const end = (sessionId: string) => team.post(sessionId, { op: 'fail', reason: 'Enough' })

  const holds: Record<string, { reason: string; hold: (cardId: string) => Promise<() => Promise<unknown>> }> = {
    'a blocked card': {
      reason: 'sessionHeld',
      async hold(cardId) {
        const relation = `/api/cards/${await team.newCard()}/relations/${cardId}`
        await team.ada.put(relation, { kind: 'blocks' })
        return () => team.ada.delete(relation)
      },
    },
    'a paused board': {
      reason: 'agentsPaused',
      async hold() {
        await board({ agentsPaused: { reason: 'Deploy' } })
        return () => board({ agentsPaused: null })
      },
    },
    'a paused agent': {
      reason: 'agentPaused',
      async hold() {
        await agent({ paused: true })
        return () => agent({ paused: false })
      },
    },
    'a full cap of the agent': {
      reason: 'agentFull',
      async hold() {
        const other = await working()
        await agent({ maxSessions: 1 })
        return () => end(other).then(() => agent({ maxSessions: null }))
      },
    },
    'a full cap of the list': {
      reason: 'listAtWork',
      async hold() {
        const other = await working()
        await list({ wipLimit: 1, wipPolicy: 'agents' })
        return () => end(other).then(() => list({ wipLimit: null, wipPolicy: 'warn' }))
      },
    },
    'a budget of the board that is used up': {
      reason: 'boardBudgetUsed',
      async hold() {
        const other = await working()
        await team.post(other, { op: 'update', usage: { inputTokens: 10 } })
        await board({ monthlyBudget: { tokens: 5 } })
        return () => end(other).then(() => board({ monthlyBudget: null }))
      },
    },
  }

  test.each(Object.entries(holds))('is not completed either: %s', { meta: { proves: ['hold.complete'] } }, async (_, { reason, hold }) => {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    const release = await hold(cardId)
    expect((await team.post(sessionId, { op: 'progress', note: 'Waiting' })).status).toBe(200)
    expect((await team.post(sessionId, { op: 'log', payload: { waits: true } })).status).toBe(200)
    const before = [await team.events(sessionId), await team.log(cardId)]
    const refused = await team.post(sessionId, { op: 'complete', summary: 'Done' })
    expect([refused.status, refused.body.error.reason]).toEqual([409, reason])
    expect(refused.body.error.details.session).toMatchObject({ id: sessionId, state: 'queued' })
    expect([await team.events(sessionId), await team.log(cardId)]).toEqual(before)
    await release()
    // From queued it completes as before.
    expect((await team.post(sessionId, { op: 'complete', summary: 'Done' })).body.session.state).toBe('done')
  })

  test('may fail, and what is at work completes', { meta: { proves: ['hold.complete'] } }, async () => {
    const [queued, atWork] = [await team.delegate(await team.newCard()), await working()]
    await board({ agentsPaused: { reason: 'Deploy' } })
    expect((await end(queued)).body.session.state).toBe('error')
    expect((await team.post(atWork, { op: 'complete', summary: 'Done' })).body.session.state).toBe('done')
    await board({ agentsPaused: null })
  })
})
