import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentScopes, type Person } from '../../kit/service.ts'
import { startTeam, type Team } from '../fixture/team.ts'

describe('a claim of one session', { meta: { proves: ['claim.session'] } }, () => {
  let team: Team
  let cardId: string
  let sessionId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard()
    sessionId = await team.delegate(cardId)
  })

  const claim = (more: object = {}, by: Pick<Person, 'post'> = team.robo) => by.post('/api/work/claim', { sessionId, ...more })
  const refusedWith = async (by?: Pick<Person, 'post'>) => {
    const { status, body } = await claim({}, by)
    expect(await team.session(sessionId)).toMatchObject({ state: 'queued', lease: null })
    return [status, body.error.code, body.error.reason]
  }
  /** Another session of the agent that is at work. */
  const working = async () => {
    const id = await team.delegate(await team.newCard())
    expect((await team.post(id, { op: 'update', state: 'working' })).status).toBe(200)
    return id
  }
  const end = (id: string) => team.post(id, { op: 'fail', reason: 'over' })
  const takes = async () => {
    const taken = await claim()
    expect(taken.status).toBe(201)
    await team.post(sessionId, { op: 'complete', summary: 'Done', generation: taken.body.lease.generation })
  }
  const ok = async (answer: ReturnType<Person['patch']>) => expect((await answer).status).toBe(200)
  const agent = (change: object) => ok(team.ada.patch(`/api/agents/${team.robo.actorId}`, change))
  const board = (change: object) => ok(team.ada.patch(`/api/boards/${team.boardId}`, change))
  const list = (change: object) => ok(team.ada.patch(`/api/lists/${team.listId}`, change))
  const tokenWith = async (scopes: readonly string[]) => {
    const minted = await team.ada.post('/api/tokens', { label: 'narrow', scopes, actorId: team.robo.actorId })
    expect(minted.status).toBe(201)
    return team.tandem.withToken(minted.body.token)
  }

  test('needs a token that reaches its board, with sessions:write', async () => {
    const other = (await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    expect((await team.ada.post(`/api/boards/${other}/members`, { actorId: team.robo.actorId, role: 'member' })).status).toBe(201)
    expect(await refusedWith(await tokenWith([...agentScopes, `board:${other}`]))).toEqual([403, 'forbidden', 'leashedElsewhere'])
    expect(await refusedWith(await tokenWith(['boards:read', 'sessions:read']))).toEqual([403, 'forbidden', 'scopeNeeded'])
    const leashed = await tokenWith([...agentScopes, `board:${team.boardId}`])
    expect((await claim({}, leashed)).status).toBe(201)
    await team.post(sessionId, { op: 'complete', summary: 'Done', generation: 1 })
  })

  test('is told nothing of a board that the agent has left', async () => {
    const stranger = await team.tandem.agent(team.stranger, 'Alien')
    const unknown = await team.robo.post('/api/work/claim', { sessionId: crypto.randomUUID() })
    const outside = await claim({}, stranger)
    expect([outside.status, outside.body]).toEqual([404, unknown.body])
    expect((await team.ada.delete(`/api/boards/${team.boardId}/members/${team.robo.actorId}`)).status).toBe(204)
    const left = await claim()
    await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: team.robo.actorId, role: 'member' })
    expect([left.status, left.body]).toEqual([404, unknown.body])
  })

  test('is refused on an archived board', async () => {
    await board({ archived: true })
    const refused = await claim()
    await board({ archived: false })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'boardArchived'])
    await takes()
  })

  test('waits for the owner who has paused the agent', async () => {
    await agent({ paused: true })
    expect(await refusedWith()).toEqual([409, 'conflict', 'agentPaused'])
    await agent({ paused: false })
    await takes()
  })

  test('keeps to the caps of the agent and of the list', async () => {
    const other = await working()
    await agent({ maxSessions: 1 })
    expect(await refusedWith()).toEqual([409, 'conflict', 'agentFull'])
    await agent({ maxSessions: null })
    await list({ wipLimit: 1, wipPolicy: 'agents' })
    expect(await refusedWith()).toEqual([409, 'conflict', 'listAtWork'])
    await end(other)
    await takes()
    await list({ wipLimit: null, wipPolicy: 'warn' })
  })

  test('waits where the board has used up its month', async () => {
    const other = await working()
    await team.post(other, { op: 'update', usage: { inputTokens: 10 } })
    await board({ monthlyBudget: { tokens: 5 } })
    expect(await refusedWith()).toEqual([409, 'budget_exceeded', 'boardBudgetUsed'])
    await board({ monthlyBudget: null })
    await end(other)
    await takes()
  })

  test('is forbidden where the owner has narrowed since who may start the agent', async () => {
    const ofBob = await team.delegate(await team.newCard(), team.robo, team.bob)
    await agent({ invokableBy: 'owner' })
    const refused = await team.robo.post('/api/work/claim', { sessionId: ofBob })
    expect([refused.status, refused.body.error.reason]).toEqual([403, 'invokedByOwner'])
    expect((await team.session(ofBob)).state).toBe('queued')
    // It is taken when members may start the agent again.
    await takes()
    await agent({ invokableBy: 'members' })
    expect((await team.robo.post('/api/work/claim', { sessionId: ofBob })).status).toBe(201)
    await team.post(ofBob, { op: 'complete', summary: 'Done', generation: 1 })
  })

  test('repeated with its clientMutationId answers the first result', { meta: { proves: ['claim.once'] } }, async () => {
    const clientMutationId = crypto.randomUUID()
    const first = await claim({ clientMutationId })
    const log = await team.log(cardId)
    const again = await claim({ clientMutationId })
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await team.log(cardId)).toEqual(log)
    const fresh = await claim()
    expect([fresh.status, fresh.body.error.details.session.state]).toEqual([409, 'working'])
  })
})
