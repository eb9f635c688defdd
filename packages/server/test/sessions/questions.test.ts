import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { startTeam, type Team } from './fixture/team.ts'

const hours = 3_600_000

describe('a question', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  /** Asks in a new session of the card, and answers who was notified. */
  const ask = async (cardId: string, delegatedBy: Person | null) => {
    const sessionId = delegatedBy
      ? await team.delegate(cardId, team.robo, delegatedBy)
      : (await team.robo.post(`/api/cards/${cardId}/sessions`)).body.id
    const asked = await team.post(sessionId, { op: 'ask_human', question: 'Replace or seal?', options: ['Replace', 'Seal'] })
    expect(asked.status).toBe(200)
    return { sessionId, eventId: asked.body.event.id as string }
  }
  const told = async (sessionId: string) => {
    const people = Object.entries({ ada: team.ada, bob: team.bob, eve: team.eve, robo: team.robo })
    const inboxes = await Promise.all(people.map(([, person]) => team.inbox(person, 'question')))
    return people.filter((_, at) => inboxes[at]?.some((row) => row.sessionId === sessionId)).map(([name]) => name)
  }
  const awaiting = async (person: Person) =>
    (await person.get('/api/me/work')).body.sessions_awaiting_me.map((session: { id: string }) => session.id)
  const dayPasses = async () => {
    team.tandem.clock.advance(24 * hours)
    await team.tandem.service.workers.watchdog.runOnce()
  }

  test('goes to the assignees only', async () => {
    const { sessionId } = await ask(await team.newCard({ assigneeActorIds: [team.eve.actorId] }), team.bob)
    expect(await told(sessionId)).toEqual(['eve'])
    expect(await awaiting(team.eve)).toContain(sessionId)
    expect(await awaiting(team.bob)).not.toContain(sessionId)
  })

  test('goes to the initiator when the card is unassigned', async () => {
    expect(await told((await ask(await team.newCard(), team.bob)).sessionId)).toEqual(['bob'])
  })

  test('goes to the delegator when an agent opened the session itself', async () => {
    const cardId = await team.newCard()
    await team.robo.post(`/api/cards/${cardId}/sessions`)
    expect((await team.bob.post(`/api/cards/${cardId}/delegation`, { agentActorId: team.robo.actorId })).status).toBe(201)
    const [session] = (await team.ada.get(`/api/cards/${cardId}/sessions`)).body
    await team.post(session.id, { op: 'ask_human', question: 'Go?' })
    expect(await told(session.id)).toEqual(['bob'])
  })

  test('goes to the human admins when the card is unassigned and no person opened the session', async () => {
    expect(await told((await ask(await team.newCard(), null)).sessionId)).toEqual(['ada'])
  })

  test('passes over a tier whose people have left', async () => {
    const guest = await team.tandem.register('Guest')
    await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: guest.actorId, role: 'member' })
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId, team.robo, guest)
    await guest.delete(`/api/boards/${team.boardId}/members/${guest.actorId}`)
    await team.post(sessionId, { op: 'ask_human', question: 'Go?' })
    expect(await told(sessionId)).toEqual(['ada'])
  })

  test('is never dropped: without an admin it goes to every person on the board', async () => {
    const board = (await team.bob.post('/api/boards', { name: 'Agents rule', template: 'kanban' })).body
    const chief = await team.tandem.agent(team.bob, 'Chief', [board.id])
    const gone = await team.tandem.register('Gone')
    await team.bob.post(`/api/boards/${board.id}/members`, { actorId: gone.actorId, role: 'admin' })
    await team.bob.post(`/api/boards/${board.id}/members`, { actorId: team.eve.actorId, role: 'viewer' })
    expect((await team.bob.patch(`/api/boards/${board.id}/members/${team.bob.actorId}`, { role: 'member' })).status).toBe(200)
    await team.tandem.database.pool.query('update actors set deactivated_at = now() where id = $1', [gone.actorId])
    const listId = (await team.bob.get(`/api/boards/${board.id}`)).body.lists[0].id
    const cardId = (await team.bob.post(`/api/lists/${listId}/cards`, { title: 'Alone' })).body.id
    const sessionId = (await chief.post(`/api/cards/${cardId}/sessions`)).body.id
    await team.post(sessionId, { op: 'ask_human', question: 'Anyone?' }, chief)
    expect(await told(sessionId)).toEqual(['bob', 'eve'])
  })

  test('climbs a tier per unanswered day, also when the agent reports meanwhile, and notifies each person once', async () => {
    const cardId = await team.newCard({ assigneeActorIds: [team.eve.actorId] })
    const { sessionId } = await ask(cardId, team.bob)
    team.tandem.clock.advance(23 * hours)
    await team.post(sessionId, { op: 'progress', note: 'Still waiting' })
    await team.tandem.service.workers.watchdog.runOnce()
    expect(await told(sessionId)).toEqual(['eve'])
    team.tandem.clock.advance(1 * hours)
    await Promise.all([team.tandem.service.workers.watchdog.runOnce(), team.tandem.service.workers.watchdog.runOnce()])
    expect(await told(sessionId)).toEqual(['bob', 'eve'])
    const [row] = await team.inbox(team.bob, 'question')
    expect(row).toMatchObject({
      sessionId,
      cardId,
      verb: 'agent_session.question',
      excerpt: 'Replace or seal?',
      actor: { id: team.robo.actorId },
    })
    expect(await awaiting(team.bob)).toContain(sessionId)
    await dayPasses()
    expect(await told(sessionId)).toEqual(['ada', 'bob', 'eve'])
    for (let day = 0; day < 3; day++) await dayPasses()
    for (const person of [team.ada, team.bob, team.eve])
      expect((await team.inbox(person, 'question')).filter((row) => row.sessionId === sessionId)).toHaveLength(1)
    expect((await team.session(sessionId)).state).toBe('awaiting_input')
    expect((await team.log(cardId)).filter(({ verb }) => verb === 'agent_session.question')).toHaveLength(1)
    expect((await team.eve.post(`/api/sessions/${sessionId}/answer`, { answer: 'Seal' })).status).toBe(200)
    for (const person of [team.ada, team.bob, team.eve]) {
      expect((await team.inbox(person, 'question')).filter((row) => row.sessionId === sessionId && row.readAt === null)).toEqual([])
      expect(await awaiting(person)).not.toContain(sessionId)
    }
  })

  test('waits for the end of quiet time of all whom it would go to, and goes to them once; before a deadline it goes in time', {
    meta: { proves: ['notification.quiet.ladder'] },
  }, async () => {
    const clockAt = (afterMs: number) => new Date(team.tandem.clock.now() + afterMs).toISOString().slice(11, 16)
    const rest = async (person: Person, quiet: object | null) =>
      expect((await person.patch('/api/me/notification-settings', { quiet })).status).toBe(200)
    const look = async (afterMs: number) => {
      team.tandem.clock.advance(afterMs)
      const { watchdog } = team.tandem.service.workers
      await Promise.all([watchdog.runOnce(), watchdog.runOnce()])
    }
    const early = await team.tandem.register('Early')
    await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: early.actorId, role: 'admin' })
    await rest(team.ada, { from: clockAt(-hours), to: clockAt(4 * hours) })
    await rest(early, { from: clockAt(-hours), to: clockAt(2 * hours) })
    const first = await ask(await team.newCard({ assigneeActorIds: [team.bob.actorId] }), team.bob)
    await look(24 * hours)
    expect(await told(first.sessionId)).toEqual(['bob'])
    await look(hours)
    expect(await told(first.sessionId)).toEqual(['bob'])
    await look(hours)
    expect(await told(first.sessionId)).toEqual(['ada', 'bob'])
    const rows = async () => (await team.inbox(early, 'question')).filter(({ sessionId }) => sessionId === first.sessionId).length
    expect(await rows()).toBe(1)
    await look(24 * hours)
    expect(await rows()).toBe(1)

    await rest(team.ada, { from: clockAt(-hours), to: clockAt(10 * hours) })
    await rest(early, { from: clockAt(-hours), to: clockAt(10 * hours) })
    const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [team.bob.actorId] }), team.robo, team.bob)
    await team.post(sessionId, { op: 'ask_human', question: 'Go?', expiresInMinutes: 120 })
    await look(hours)
    expect(await told(sessionId)).toEqual(['ada', 'bob'])
    for (const person of [team.ada, early]) await rest(person, null)
    await team.ada.delete(`/api/boards/${team.boardId}/members/${early.actorId}`)
  })

  test('skips a tier of people who know already, so that someone new hears of it after a day', async () => {
    const { sessionId } = await ask(await team.newCard({ assigneeActorIds: [team.bob.actorId] }), team.bob)
    expect(await told(sessionId)).toEqual(['bob'])
    await dayPasses()
    expect(await told(sessionId)).toEqual(['ada', 'bob'])
  })

  test('reaches people who only watched until then, and waits for their answer', async () => {
    const cardId = await team.newCard()
    expect((await team.ada.put(`/api/cards/${cardId}/watch`)).status).toBe(204)
    const { sessionId } = await ask(cardId, team.bob)
    const ofQuestion = async () =>
      (await team.ada.get('/api/notifications')).body.filter(
        (row: { sessionId: string; verb: string }) => row.sessionId === sessionId && row.verb === 'agent_session.question',
      )
    const watched = await ofQuestion()
    expect(watched).toMatchObject([{ reason: 'watching' }])
    expect((await team.ada.post(`/api/notifications/${watched[0].id}/read`)).status).toBe(200)
    expect(await awaiting(team.ada)).not.toContain(sessionId)
    await dayPasses()
    expect(await ofQuestion()).toMatchObject([{ reason: 'question', readAt: null, activityId: watched[0].activityId }])
    expect(await awaiting(team.ada)).toContain(sessionId)
    expect((await team.bob.post(`/api/sessions/${sessionId}/answer`, { answer: 'Seal' })).status).toBe(200)
    expect((await ofQuestion())[0].readAt).not.toBeNull()
  })

  test('goes from the initiator to the admins after one day', async () => {
    const { sessionId } = await ask(await team.newCard(), team.bob)
    await dayPasses()
    expect(await told(sessionId)).toEqual(['ada', 'bob'])
  })

  test('still waits for people who have only read it', async () => {
    const { sessionId } = await ask(await team.newCard(), team.bob)
    expect((await team.bob.post('/api/notifications/read-all')).status).toBe(200)
    expect(await awaiting(team.bob)).toContain(sessionId)
    await team.post(sessionId, { op: 'complete', summary: 'Sealed it.' })
    expect(await awaiting(team.bob)).not.toContain(sessionId)
  })

  test('asked anew is routed anew: whom an earlier one reached is not waited for', async () => {
    const cardId = await team.newCard({ assigneeActorIds: [team.eve.actorId] })
    const { sessionId } = await ask(cardId, team.bob)
    await team.eve.post(`/api/sessions/${sessionId}/answer`, { answer: 'Seal' })
    await team.ada.delete(`/api/cards/${cardId}/assignees/${team.eve.actorId}`)
    team.tandem.clock.advance(1)
    await team.post(sessionId, { op: 'ask_human', question: 'Which seal?' })
    expect(await awaiting(team.eve)).not.toContain(sessionId)
    expect(await awaiting(team.bob)).toContain(sessionId)
  })

  test('is answered by any person of the board, viewers too; not by agents, strangers, or twice', async () => {
    const { sessionId, eventId } = await ask(await team.newCard(), team.ada)
    const answer = (by: Person, more = {}) => by.post(`/api/sessions/${sessionId}/answer`, { answer: 'Seal', ...more })
    expect((await answer(team.robo)).status).toBe(403)
    expect((await answer(team.bert)).status).toBe(403)
    expect((await answer(team.stranger)).status).toBe(404)
    expect((await answer(team.eve, { answer: ' ' })).status).toBe(400)
    const stale = await answer(team.eve, { questionEventId: '019f0000-0000-7000-8000-00000000dead' })
    expect([stale.status, stale.body.error.details.session.question.eventId]).toEqual([409, eventId])
    const answered = await answer(team.eve, { questionEventId: eventId })
    expect(answered.body.event.body).toEqual({ answer: 'Seal', actorId: team.eve.actorId, questionEventId: eventId })
    const late = await answer(team.ada)
    expect([late.status, late.body.error.details.endedBy]).toMatchObject([409, { by: 'person', actorId: team.eve.actorId, answer: 'Seal' }])
    const polled = (await team.robo.get(`/api/sessions/${sessionId}/events?since=${eventId}`)).body.events
    expect(polled).toEqual([answered.body.event, late.body.error.details.event])
  })

  test('answered again with the same clientMutationId gives the first result', async () => {
    const { sessionId } = await ask(await team.newCard(), team.ada)
    const body = { answer: 'Seal', clientMutationId: crypto.randomUUID() }
    const answers = [
      await team.bob.post(`/api/sessions/${sessionId}/answer`, body),
      await team.bob.post(`/api/sessions/${sessionId}/answer`, body),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
  })

  test.each([
    ['complete', { op: 'complete', summary: 'Sealed.' }],
    ['fail', { op: 'fail', reason: 'No seal left.' }],
  ])('is withdrawn by %s: nothing of it stays unread', async (_, end) => {
    const { sessionId } = await ask(await team.newCard({ assigneeActorIds: [team.eve.actorId] }), team.ada)
    expect((await team.post(sessionId, end)).body.session.question).toBeNull()
    expect((await team.inbox(team.eve, 'question')).find((row) => row.sessionId === sessionId).readAt).not.toBeNull()
  })
})
