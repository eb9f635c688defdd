import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTeam, type Team } from './fixture/team.ts'

describe('a delegation', () => {
  let team: Team
  let cardId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard()
  })

  const delegate = (agentActorId: string, by = team.ada) => by.post(`/api/cards/${cardId}/delegation`, { agentActorId })
  const takeBack = (by = team.ada) => by.delete(`/api/cards/${cardId}/delegation`)
  const verbs = async () => (await team.log(cardId)).map(({ verb }) => verb).slice(1)
  const delegationOf = async () => (await team.ada.get(`/api/cards/${cardId}`)).body.card.delegation

  /** The newest session as the card, the list of cards and the board show it. */
  const faces = async () => {
    const [card, found, tree] = await Promise.all([
      team.ada.get(`/api/cards/${cardId}`),
      team.ada.get(`/api/search/cards?boardId=${team.boardId}&sessionState=error`),
      team.ada.get(`/api/boards/${team.boardId}`),
    ])
    const listed = [...found.body, ...tree.body.lists.flatMap((list: { cards: object[] }) => list.cards)]
    return [card.body.card, ...listed.filter(({ id }) => id === cardId)].map(({ session }) => session)
  }

  test('opens a session and tells the agent, with the session to work in', async () => {
    const answer = await delegate(team.robo.actorId, team.bob)
    expect(answer.status).toBe(201)
    expect(answer.body.delegation).toMatchObject({ agentActorId: team.robo.actorId, delegatedByActorId: team.bob.actorId })
    expect(answer.body.session).toMatchObject({ state: 'queued', trigger: { type: 'delegation' }, initiatorActorId: team.bob.actorId })
    const [row] = await team.inbox(team.robo, 'delegated')
    expect(row).toMatchObject({
      verb: 'card.delegated',
      cardId,
      sessionId: answer.body.session.id,
      actor: { id: team.bob.actorId, kind: 'human' },
    })
    expect(await verbs()).toEqual(['card.delegated', 'agent_session.created'])
    expect(await delegationOf()).toEqual(answer.body.delegation)
    const tree = (await team.ada.get(`/api/boards/${team.boardId}`)).body
    const face = tree.lists[0].cards.find((card: { id: string }) => card.id === cardId)
    expect(face).toMatchObject({
      delegation: { agentActorId: team.robo.actorId },
      session: { id: answer.body.session.id, state: 'queued' },
    })
  })

  test('goes to delegatable agents of the board alone, by members alone', async () => {
    const outsider = await team.tandem.agent(team.ada, 'Outsider')
    const shy = await team.tandem.agent(team.ada, 'Shy', [team.boardId])
    await team.ada.patch(`/api/agents/${shy.actorId}`, { capabilities: { delegatable: false, mentionable: true } })
    for (const actorId of [outsider.actorId, shy.actorId, team.bob.actorId, '019f0000-0000-7000-8000-00000000dead']) {
      const answer = await delegate(actorId)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation'])
      expect(answer.body.error.details.fieldErrors.agentActorId).toHaveLength(1)
    }
    expect((await delegate(team.robo.actorId, team.eve)).status).toBe(403)
    expect((await delegate(team.robo.actorId, team.stranger)).status).toBe(404)
    expect(await verbs()).toEqual([])
  })

  test('given again is the same (200) while its session lives; after that it is a new one with a new session', async () => {
    const first = await delegate(team.robo.actorId)
    const again = await delegate(team.robo.actorId, team.bob)
    expect([again.status, again.body]).toEqual([200, first.body])
    await team.post(first.body.session.id, { op: 'complete', summary: 'Done' })
    expect((await delegationOf()).agentActorId).toBe(team.robo.actorId)
    const anew = await delegate(team.robo.actorId, team.bob)
    expect([anew.status, anew.body.delegation.delegatedByActorId]).toEqual([201, team.bob.actorId])
    expect(anew.body.session.id).not.toBe(first.body.session.id)
    expect((await verbs()).filter((verb) => verb === 'card.delegated')).toHaveLength(2)
  })

  test('adopts a live session that the agent opened itself, and ends it when taken back', async () => {
    const own = (await team.robo.post(`/api/cards/${cardId}/sessions`, {})).body
    expect(own.trigger.type).toBe('api')
    const adopted = await delegate(team.robo.actorId)
    expect([adopted.status, adopted.body.session.id, adopted.body.session.trigger.type]).toEqual([201, own.id, 'api'])
    expect(await verbs()).toEqual(['agent_session.created', 'card.delegated'])
    expect((await team.inbox(team.robo, 'delegated'))[0].sessionId).toBe(own.id)
    expect((await takeBack()).status).toBe(204)
    expect(await team.session(own.id)).toMatchObject({ state: 'error', failureReason: 'undelegated' })
    expect(await faces()).toEqual(Array(3).fill(expect.objectContaining({ id: own.id, state: 'error', failureReason: 'undelegated' })))
  })

  test('to another agent replaces the one that stands, and ends the session that one opened', async () => {
    const first = await team.delegate(cardId)
    await team.post(first, { op: 'ask_human', question: 'Go?' })
    const second = await delegate(team.bert.actorId)
    expect(second.status).toBe(201)
    expect(await team.session(first)).toMatchObject({ state: 'error', failureReason: 'undelegated', question: null })
    expect((await team.inbox(team.ada, 'question')).filter((row) => row.sessionId === first && row.readAt === null)).toEqual([])
    expect((await delegationOf()).agentActorId).toBe(team.bert.actorId)
    expect((await verbs()).slice(3)).toEqual(['card.undelegated', 'agent_session.failed', 'card.delegated', 'agent_session.created'])
  })

  test('taken back leaves a session alone that it did not open, and is idempotent', async () => {
    const mentioned = team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.bert.handle} have a look` })
    expect((await mentioned).status).toBe(201)
    await team.delegate(cardId, team.robo)
    expect((await takeBack(team.eve)).status).toBe(403)
    for (let n = 0; n < 3; n++) expect((await takeBack()).status).toBe(204)
    expect((await verbs()).filter((verb) => verb === 'card.undelegated')).toHaveLength(1)
    const sessions = (await team.ada.get(`/api/cards/${cardId}/sessions`)).body
    const states = new Map(sessions.map((session: { agentActorId: string; state: string }) => [session.agentActorId, session.state]))
    expect([states.get(team.robo.actorId), states.get(team.bert.actorId)]).toEqual(['error', 'queued'])
  })

  test('with a repeated clientMutationId is given once', async () => {
    const body = { agentActorId: team.robo.actorId, clientMutationId: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => team.ada.post(`/api/cards/${cardId}/delegation`, body)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await verbs()).toEqual(['card.delegated', 'agent_session.created'])
  })

  test('ends, with its session and every other of the agent, when the agent leaves the board or is deactivated', async () => {
    for (const leave of [
      (agent: string) => team.ada.delete(`/api/boards/${team.boardId}/members/${agent}`),
      (agent: string) => team.ada.delete(`/api/agents/${agent}`),
    ]) {
      const agent = await team.tandem.agent(team.ada, 'Leaver', [team.boardId])
      const other = await team.newCard()
      const delegated = await team.delegate(other, agent)
      const own = (await agent.post(`/api/cards/${cardId}/sessions`)).body.id
      expect((await leave(agent.actorId)).status).toBeLessThan(300)
      for (const id of [delegated, own]) expect(await team.session(id)).toMatchObject({ state: 'error' })
      expect((await team.ada.get(`/api/cards/${other}`)).body.card.delegation).toBeNull()
      expect((await team.log(other)).map(({ verb }) => verb).slice(-2)).toEqual(['agent_session.failed', 'card.undelegated'])
    }
  })
})
