import { systemActorId } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { startTeam, type Team } from './fixture/team.ts'

const minutes = 60_000

describe('what is asked, and until when', () => {
  let team: Team
  let second: TestService
  beforeAll(async () => {
    team = await startTeam()
    second = await startTestService({ clock: team.tandem.clock, address: team.tandem.address })
  })
  afterAll(async () => {
    await second?.stop()
    await team?.stop()
  })

  const asks = async (question: object, cardId?: string) => {
    const sessionId = await team.delegate(cardId ?? (await team.newCard()), team.robo, team.bob)
    const asked = await team.post(sessionId, { op: 'ask_human', ...question })
    return { sessionId, asked, eventId: asked.body.event?.id as string, session: asked.body.session }
  }
  const answers = (sessionId: string, body: object, by: Person = team.bob) => by.post(`/api/sessions/${sessionId}/answer`, body)
  const look = () => Promise.all([team.tandem, second].map(({ service }) => service.workers.watchdog.runOnce()))
  const late = async (sessionId: string) => (await team.events(sessionId)).filter(({ body }) => body.type === 'late_answer')
  const told = async (person: Person, sessionId: string) =>
    (await team.inbox(person, 'question')).some((row) => row.sessionId === sessionId)

  test('an approval is approved or denied, with a note, by a member or an admin', {
    meta: { proves: ['session.question.kinds'] },
  }, async () => {
    const { sessionId, eventId, session, asked } = await asks({ question: 'Deploy?', kind: 'approval' })
    expect(session.question).toMatchObject({ kind: 'approval', options: ['approve', 'deny'] })
    expect(asked.body.event.body).toEqual({ question: 'Deploy?', kind: 'approval', options: ['approve', 'deny'] })
    const byViewer = await answers(sessionId, { answer: 'approve' }, team.eve)
    expect([byViewer.status, byViewer.body.error.reason]).toEqual([403, 'approvalOfMembers'])
    const unfit = await answers(sessionId, { answer: 'maybe' })
    expect([unfit.status, unfit.body.error.details.fieldReasons.answer[0].reason]).toEqual([400, 'answerNoOption'])
    expect((await answers(sessionId, {})).status).toBe(400)
    const given = await answers(sessionId, { answer: 'Deny', note: 'On Monday.' })
    const said = { answer: 'deny', note: 'On Monday.' }
    expect(given.body.event.body).toEqual({ ...said, actorId: team.bob.actorId, questionEventId: eventId })
    expect(given.body.session.lastAnswer).toMatchObject({ ...said, questionEventId: eventId, answeredByActorId: team.bob.actorId })
    const [activity] = (await team.log(given.body.session.cardId)).filter(({ verb }) => verb === 'agent_session.answered')
    expect(activity?.payload).toMatchObject({ ...said, answeredByActorId: team.bob.actorId })
  })

  test('the inbox of each who was asked says who answered what, or that the default was taken', {
    meta: { proves: ['session.answer.anywhere'] },
  }, async () => {
    const answerIn = async (of: string) => (await team.inbox(team.bob, 'question')).find(({ sessionId }) => sessionId === of)?.answer
    const first = await asks({ question: 'Which wall?' })
    expect(await answerIn(first.sessionId)).toBeUndefined()
    await answers(first.sessionId, { answer: 'Left' }, team.ada)
    expect(await answerIn(first.sessionId)).toEqual({ by: 'Ada', text: 'Left' })
    const { token } = (await team.bob.post('/api/tokens', { label: 'inbox', scopes: ['notifications:read'] })).body
    const { body: seen } = await team.tandem.withToken(token).get('/api/notifications?limit=200')
    expect(seen.map(({ answer }: { answer?: object }) => answer)).toEqual(seen.map(() => undefined))
    const long = await asks({ question: 'Why?' })
    await answers(long.sessionId, { answer: 'x'.repeat(5_000) }, team.ada)
    expect((await answerIn(long.sessionId)).text.length).toBeLessThanOrEqual(280)
    const withdrawn = await asks({ question: 'Which brush?' })
    await team.post(withdrawn.sessionId, { op: 'complete', summary: 'Painted' })
    expect(await answerIn(withdrawn.sessionId)).toBeUndefined()
    const byDefault = await asks({ question: 'Now?', options: ['Yes', 'No'], expiresInMinutes: 1, defaultOption: 'No' })
    team.tandem.clock.advance(minutes)
    await look()
    expect(await answerIn(byDefault.sessionId)).toEqual({ by: null, text: 'No' })
  })

  test('a choice is one of its options; several questions are answered together, in their order', {
    meta: { proves: ['session.question.several'] },
  }, async () => {
    const choice = await asks({ question: 'Seal or replace?', kind: 'choice', options: ['Seal', 'Replace'] })
    expect((await answers(choice.sessionId, { answer: 'Paint it' })).status).toBe(400)
    expect((await answers(choice.sessionId, { answers: ['Seal'] })).status).toBe(400)
    expect((await answers(choice.sessionId, { answer: 'seal' })).body.event.body.answer).toBe('Seal')
    const questions = [
      { question: 'Which colour?', options: ['Red', 'Blue'], kind: 'choice' },
      { question: 'Who is to be told?' },
      { question: 'Ship it?', kind: 'approval' },
    ]
    const several = await asks({ questions })
    expect(several.session.question).toMatchObject({
      question: '1. Which colour? (Red / Blue)\n2. Who is to be told?\n3. Ship it? (approve / deny)',
      options: [],
      questions: [questions[0], { question: 'Who is to be told?', options: [] }, { ...questions[2], options: ['approve', 'deny'] }],
    })
    const given = ['blue', 'Everyone', 'approve']
    for (const body of [
      { answer: 'Blue' },
      { answers: given.slice(1) },
      { answers: ['Blue', ' ', 'approve'] },
      { answers: ['Red', 'x', 'y'] },
    ])
      expect((await answers(several.sessionId, body)).status).toBe(400)
    expect((await answers(several.sessionId, { answers: given }, team.eve)).status).toBe(403)
    const { body } = await answers(several.sessionId, { answers: given })
    expect(body.event.body).toMatchObject({ answers: ['Blue', 'Everyone', 'approve'], answer: '1. Blue\n2. Everyone\n3. approve' })
    expect((await team.session(several.sessionId)).lastAnswer.answers).toEqual(['Blue', 'Everyone', 'approve'])
  })

  test('what nobody could answer, or would answer itself, is not asked', async () => {
    const sessionId = await team.delegate(await team.newCard())
    const soon = { expiresInMinutes: 5 }
    const refused: object[] = [
      {},
      { question: 'A?', questions: [{ question: 'B?' }] },
      { questions: [{ question: 'B?' }], defaultOption: 'x', ...soon },
      { questions: [] },
      { questions: Array.from({ length: 6 }, () => ({ question: 'B?' })) },
      { question: 'A?', kind: 'choice' },
      { question: 'A?', kind: 'approval', options: ['yes'] },
      { question: 'A?', defaultOption: 'x' },
      { question: 'A?', options: ['a', 'b'], defaultOption: 'c', ...soon },
      { question: 'A?', kind: 'approval', defaultOption: 'approve', ...soon },
      { question: 'A?', kind: 'approval', onlyIfNew: true },
      { question: 'A?', ...soon, expiresAt: new Date(team.tandem.clock.now() + minutes).toISOString() },
      { question: 'A?', expiresAt: new Date(team.tandem.clock.now() - 1).toISOString() },
      { question: 'A?', expiresInMinutes: 0 },
      { question: 'A?', expiresInMinutes: 525_601 },
    ]
    for (const body of refused) expect((await team.post(sessionId, { op: 'ask_human', ...body })).status, JSON.stringify(body)).toBe(400)
    expect(await team.events(sessionId)).toHaveLength(1)
    expect((await team.session(sessionId)).state).toBe('queued')
  })

  test('at the deadline the default is taken once, by any instance; the ladder has climbed before', {
    meta: { proves: ['session.deadline.default'] },
  }, async () => {
    const { sessionId, eventId, session } = await asks({
      question: 'Which pump?',
      options: ['Old', 'New'],
      expiresInMinutes: 10,
      defaultOption: 'old',
    })
    const { expiresAt, askedAt, defaultOption } = session.question
    expect([defaultOption, Date.parse(expiresAt) - Date.parse(askedAt)]).toEqual(['Old', 10 * minutes])
    const tile = (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists
      .flatMap((list: { cards: object[] }) => list.cards)
      .find((card: { id: string }) => card.id === session.cardId)
    expect(tile.session).toMatchObject({ expiresAt, defaultOption: 'Old' })
    expect((await team.ada.get(`/api/waits?boardId=${team.boardId}`)).body.questions).toContainEqual(
      expect.objectContaining({ sessionId, expiresAt, defaultOption: 'Old' }),
    )
    expect(await told(team.ada, sessionId)).toBe(false)
    team.tandem.clock.advance(5 * minutes)
    await look()
    expect([await told(team.ada, sessionId), (await team.session(sessionId)).state]).toEqual([true, 'awaiting_input'])
    team.tandem.clock.advance(5 * minutes)
    await look()
    await look()
    const taken = (await team.events(sessionId)).filter(({ kind }) => kind === 'answer')
    expect(taken.map(({ body }) => body)).toEqual([{ answer: 'Old', actorId: systemActorId, questionEventId: eventId, byDefault: true }])
    const after = await team.session(sessionId)
    expect([after.state, after.question, after.lastAnswer.byDefault]).toEqual(['working', null, true])
    expect((await team.inbox(team.bob, 'question')).find((row) => row.sessionId === sessionId).readAt).not.toBeNull()
    const refused = await answers(sessionId, { answer: 'New' })
    expect([refused.status, refused.body.error.reason, refused.body.error.details.endedBy]).toMatchObject([
      409,
      'questionDefaulted',
      { by: 'default', answer: 'Old' },
    ])
    expect((await late(sessionId)).map(({ body }) => body)).toEqual([
      { type: 'late_answer', questionEventId: eventId, answer: 'New', actorId: team.bob.actorId },
    ])
  })

  test('the deadline counts from its moment on, also before the service has looked; without a default the question stays open', async () => {
    const due = await asks({ question: 'Which valve?', expiresInMinutes: 1, defaultOption: 'The old one' })
    const open = await asks({ question: 'Which hose?', expiresInMinutes: 1 })
    team.tandem.clock.advance(minutes)
    const refused = await answers(due.sessionId, { answer: 'The new one', questionEventId: due.eventId })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'questionDefaulted'])
    await look()
    expect((await team.events(due.sessionId)).map(({ kind }) => kind).slice(-2)).toEqual(['answer', 'log'])
    expect(await told(team.ada, open.sessionId)).toBe(true)
    expect((await team.session(open.sessionId)).state).toBe('awaiting_input')
    expect((await answers(open.sessionId, { answer: 'The red one' })).status).toBe(200)
  })

  test('of many answers at once one wins; the others are told who did, and the agent is told of each, once', {
    meta: { proves: ['session.answer.late'] },
  }, async () => {
    const { sessionId, eventId } = await asks({ question: 'Which bolt?' })
    const people = [team.ada, team.bob, team.eve]
    const bodies = Array.from({ length: 9 }, (_, at) => ({
      answer: `Bolt ${at}`,
      questionEventId: eventId,
      clientMutationId: crypto.randomUUID(),
    }))
    const given = await Promise.all(bodies.map((body, at) => (people[at % 3] as Person).post(`/api/sessions/${sessionId}/answer`, body)))
    const winner = given.findIndex(({ status }) => status === 200)
    expect(given.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 8 }, () => 409)])
    const name = ['Ada', 'Bob', 'Eve'][winner % 3]
    for (const { status, body } of given)
      if (status === 409)
        expect(body.error).toMatchObject({
          reason: 'questionAnswered',
          params: { name, answer: `Bolt ${winner}` },
          details: { questionEventId: eventId, endedBy: { by: 'person', actorId: people[winner % 3]?.actorId } },
        })
    const lateOnes = await late(sessionId)
    expect(lateOnes.map(({ body }) => body.answer).toSorted()).toEqual(bodies.map(({ answer }) => answer).filter((_, at) => at !== winner))
    const loser = given.findIndex(({ status }) => status === 409)
    const again = await answers(sessionId, bodies[loser] as object, people[loser % 3])
    expect([again.status, again.body]).toEqual([409, given[loser]?.body])
    expect(await late(sessionId)).toHaveLength(8)
    const news = (await team.post(sessionId, { op: 'progress', note: 'On it' })).body.news.items
    expect(news.filter(({ verb }: { verb: string }) => verb === 'agent_session.log')).toHaveLength(8)
    expect(news.find(({ verb }: { verb: string }) => verb === 'agent_session.log').text).toMatch(/late answer.*Bolt/)
  })

  test('an answer for an old question never answers a new one, and reaches sessions that have ended', async () => {
    const first = await asks({ question: 'Which nut?' })
    const { sessionId } = first
    expect((await answers(sessionId, { answer: 'M6' }, team.ada)).status).toBe(200)
    const second = (await team.post(sessionId, { op: 'ask_human', question: 'Which screw?' })).body.event.id
    const tried = await team.bob.post(
      `/api/sessions/${sessionId}/answer`,
      { answer: 'M8', questionEventId: first.eventId },
      { prefer: 'dry-run' },
    )
    expect([tried.status, tried.body.error.reason, await late(sessionId)]).toEqual([409, 'questionAnswered', []])
    const stray = await answers(sessionId, { answer: 'M8', questionEventId: first.eventId })
    expect([stray.status, stray.body.error.params.name, stray.body.error.details.session.question.eventId]).toEqual([409, 'Ada', second])
    expect((await team.session(sessionId)).state).toBe('awaiting_input')
    await team.post(sessionId, { op: 'complete', summary: 'Took M6.' })
    const ended = (await team.session(sessionId)).endedAt
    const completed = await answers(sessionId, { answer: 'M10' })
    expect([completed.status, completed.body.error.reason]).toEqual([409, 'questionCompleted'])
    expect((await late(sessionId)).map(({ body }) => [body.questionEventId, body.answer])).toEqual([
      [first.eventId, 'M8'],
      [second, 'M10'],
    ])
    expect(await team.session(sessionId)).toMatchObject({ state: 'done', endedAt: ended })
    const approval = await asks({ question: 'Weld it?', kind: 'approval' })
    await team.post(approval.sessionId, { op: 'fail', reason: 'No gas' })
    const failed = await answers(approval.sessionId, { answer: 'approve', note: 'Go' })
    expect(failed.body.error).toMatchObject({
      reason: 'questionFailed',
      params: { reason: 'No gas' },
      details: { endedBy: { by: 'agent' } },
    })
    expect((await late(approval.sessionId))[0]?.body).toMatchObject({ answer: 'approve', note: 'Go' })
    expect((await answers(approval.sessionId, { answer: 'approve' }, team.eve)).status).toBe(403)
    expect(await late(approval.sessionId)).toHaveLength(1)
    const stopped = await asks({ question: 'Grind it?' })
    await team.bob.post(`/api/sessions/${stopped.sessionId}/stop`)
    team.tandem.clock.advance(minutes)
    await team.bob.post(`/api/sessions/${stopped.sessionId}/stop`)
    expect((await answers(stopped.sessionId, { answer: 'Yes' })).body.error).toMatchObject({
      reason: 'questionStopped',
      details: { endedBy: { by: 'stop' } },
    })
    const never = await team.delegate(await team.newCard())
    expect((await answers(never, { answer: 'Yes' })).body.error.reason).toBe('questionGone')
    expect(await late(never)).toEqual([])
  })

  test('the board remembers: up to three similar questions with their answers; onlyIfNew asks nothing that is close', {
    meta: { proves: ['session.memory.similar'] },
  }, async () => {
    const board = (await team.bob.post('/api/boards', { name: 'Memory', template: 'kanban' })).body
    const robo = await team.tandem.agent(team.bob, 'Rememberer', [board.id])
    const listId = (await team.bob.get(`/api/boards/${board.id}`)).body.lists[0].id
    const asksThere = async (question: object) => {
      const cardId = (await team.bob.post(`/api/lists/${listId}/cards`, { title: 'Remember' })).body.id
      const sessionId = (await robo.post(`/api/cards/${cardId}/sessions`)).body.id
      return { sessionId, body: (await robo.post(`/api/sessions/${sessionId}/events`, { op: 'ask_human', ...question })).body }
    }
    const first = await asksThere({ question: 'Which database should the pump service use?' })
    expect(first.body.similar).toEqual([])
    expect((await asksThere({ question: 'Which database should the pump service use?' })).body.similar).toEqual([])
    expect((await answers(first.sessionId, { answer: 'PostgreSQL' })).status).toBe(200)
    const cyrillic = await asksThere({ question: 'Какой цвет выбрать для кнопки?' })
    await answers(cyrillic.sessionId, { answer: 'Синий' })
    const again = await asksThere({ question: 'What database should the pump service use?', onlyIfNew: true })
    expect([again.body.event, again.body.session.state]).toEqual([null, 'queued'])
    expect(again.body.similar).toMatchObject([
      {
        question: 'Which database should the pump service use?',
        answer: 'PostgreSQL',
        answeredByActorId: team.bob.actorId,
        sessionId: first.sessionId,
        isClose: true,
      },
    ])
    expect(Date.parse(again.body.similar[0].at)).toBeGreaterThan(0)
    const new_ = await asksThere({ question: 'Who signs the invoice?', onlyIfNew: true })
    expect([new_.body.session.state, new_.body.similar]).toEqual(['awaiting_input', []])
    expect((await asksThere({ question: 'Какой цвет выбрать для кнопки', onlyIfNew: true })).body.similar[0].answer).toBe('Синий')
    const several = { questions: [{ question: 'Ship the crate tomorrow?' }, { question: 'Insure its contents?' }] }
    const two = await asksThere(several)
    await answers(two.sessionId, { answers: ['Yes', 'No'] })
    const remembered = (await asksThere({ ...several, onlyIfNew: true })).body
    expect(remembered).toMatchObject({ event: null, similar: [{ answer: '1. Yes\n2. No', answers: ['Yes', 'No'], isClose: true }] })
    const long = { questions: [{ question: 'Describe the gearbox housing' }, { question: 'Describe its bearings' }] }
    const told = await asksThere(long)
    await answers(told.sessionId, { answers: ['Steel'.repeat(200), 'Brass'] })
    const [cut] = (await asksThere({ ...long, onlyIfNew: true })).body.similar
    expect([cut.answer.length, cut.answers]).toEqual([1_000, undefined])
    const elsewhere = await asks({ question: 'Which database should the pump service use?' })
    expect(elsewhere.asked.body.similar.map(({ answer }: { answer: string }) => answer)).not.toContain('PostgreSQL')
  })
})
