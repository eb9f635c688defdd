import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerToken, linkIn } from '../../src/domain/sessions/links/token.ts'
import { createSeal } from '../../src/seal.ts'
import type { Person } from '../kit/service.ts'
import { startTeam, type Team } from './fixture/team.ts'

const minute = 60_000
const day = 24 * 60 * minute

test('a token holds who may answer what until when, and is taken by its instance only, for this purpose only', {
  meta: { proves: ['answer-link.signed'] },
}, () => {
  const [seal, other] = [createSeal([randomBytes(32)]), createSeal([randomBytes(32)])]
  const [actorId, sessionId, questionEventId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const now = '2026-11-26T18:00:00.000Z'
  const link = { actorId, sessionId, questionEventId, option: 1, expiresAtMs: Date.parse(now) + day }
  const token = answerToken(seal, link)
  expect(token).toMatch(/^[\w-]{94}$/)
  expect(linkIn(seal, token, now)).toEqual(link)
  expect(linkIn(seal, answerToken(seal, { ...link, option: null }), now).option).toBeNull()
  const reasonOf = (given: string, at = now, by = seal) => {
    try {
      return linkIn(by, given, at)
    } catch (error) {
      return (error as { reason?: string }).reason
    }
  }
  const bytes = Buffer.from(token, 'base64url')
  const changed = Array.from(bytes, (byte, at) => Buffer.from(bytes.with(at, byte ^ 1)).toString('base64url'))
  const body = bytes.subarray(0, -16)
  const elsewhere = Buffer.concat([body, seal.sign(Buffer.from(body), 'reply address')]).toString('base64url')
  for (const forged of [...changed, elsewhere, `${token}=`, `${token}A`, token.slice(0, -1), '', 'x', token.replace('A', '.')])
    expect(reasonOf(forged), forged).toBe('answerLinkUnknown')
  expect(reasonOf(token, now, other)).toBe('answerLinkUnknown')
  expect(reasonOf(token, new Date(link.expiresAtMs).toISOString())).toBe('answerLinkExpired')
})

describe('the link of a letter', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  type Asked = { sessionId: string; eventId: string; cardId: string }
  async function ask(question: object, agent = team.robo): Promise<Asked> {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId, agent, team.bob)
    const asked = await team.post(sessionId, { op: 'ask_human', ...question }, agent)
    expect(asked.status, asked.text).toBe(200)
    return { sessionId, eventId: asked.body.event.id, cardId }
  }
  const linkOf = ({ sessionId, eventId }: Asked, person: Person, option: number | null = null) =>
    answerToken(team.tandem.seal, {
      actorId: person.actorId,
      sessionId,
      questionEventId: eventId,
      option,
      expiresAtMs: team.tandem.clock.now() + 30 * day,
    })
  const read = (token: string) => team.tandem.anonymous.get(`/api/answer-links/${token}`)
  const use = (token: string, body: object, headers = {}) => team.tandem.anonymous.post(`/api/answer-links/${token}`, body, headers)
  const late = async ({ sessionId }: Asked) => (await team.events(sessionId)).filter(({ body }) => body.type === 'late_answer')
  const rows = async () =>
    (await team.tandem.database.pool.query('select count(*) as n from activities union all select count(*) from audit_log')).rows

  test('shows one question and its context, and answers it as the person; to read it changes nothing and signs nobody in', {
    meta: { proves: ['answer-link.read', 'answer-link.use'] },
  }, async () => {
    const asked = await ask({ question: 'Replace or seal?', options: ['Replace', 'Seal'], expiresInMinutes: 60, defaultOption: 'Seal' })
    const token = linkOf(asked, team.eve, 1)
    const before = await rows()
    const shown = await read(token)
    expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    const { cardKey } = await team.session(asked.sessionId)
    expect(shown.body).toEqual({
      personName: 'Eve',
      agentName: 'Robo',
      boardName: 'Engine',
      cardKey,
      cardTitle: 'Fix the pump',
      question: 'Replace or seal?',
      options: ['Replace', 'Seal'],
      expiresAt: expect.any(String),
      defaultOption: 'Seal',
      askedAt: expect.any(String),
      option: 1,
      end: null,
    })
    expect(await rows()).toEqual(before)
    expect((await team.session(asked.sessionId)).state).toBe('awaiting_input')

    const given = await use(token, { option: 1, note: 'With the blue one.' })
    expect([given.status, given.headers.getSetCookie(), given.headers.get('cache-control')]).toEqual([200, [], 'no-store'])
    expect(given.body).toMatchObject({ option: 1, end: { by: 'person', isYou: true, name: 'Eve', answer: 'Seal' } })
    expect((await team.session(asked.sessionId)).lastAnswer).toMatchObject({
      answer: 'Seal',
      note: 'With the blue one.',
      answeredByActorId: team.eve.actorId,
    })
    const answered = (await team.log(asked.cardId)).filter(({ verb }) => verb === 'agent_session.answered')
    expect(answered).toMatchObject([{ actorId: team.eve.actorId, payload: { answer: 'Seal', answeredByActorId: team.eve.actorId } }])
    expect((await read(token)).body.end).toEqual(given.body.end)
    expect((await read(linkOf(asked, team.ada))).body.end).toMatchObject({ by: 'person', isYou: false, name: 'Eve' })
  })

  test('answers once: used again it is answered as the first time, a late answer too', {
    meta: { proves: ['answer-link.once'] },
  }, async () => {
    const asked = await ask({ question: 'Which seal?' })
    const [token, other] = [linkOf(asked, team.bob), linkOf(asked, team.eve)]
    const first = await use(token, { answer: 'The red one' })
    const again = await use(token, { answer: 'The red one' })
    const changed = await use(token, { answer: 'The blue one' })
    expect([first.status, again.status, again.body, changed.body]).toEqual([200, 200, first.body, first.body])
    const [lost, lostAgain] = [await use(other, { answer: 'The blue one' }), await use(other, { answer: 'The green one' })]
    expect([lost.status, lost.body.error]).toMatchObject([
      409,
      { reason: 'questionAnswered', params: { name: 'Bob', answer: 'The red one' }, details: { endedBy: { by: 'person' } } },
    ])
    // The details tell only how the question ended, and nothing else of the session.
    expect(Object.keys(lost.body.error.details)).toEqual(['endedBy'])
    expect([lostAgain.status, lostAgain.body]).toEqual([409, lost.body])
    expect((await late(asked)).map(({ body }) => body)).toEqual([
      { type: 'late_answer', questionEventId: asked.eventId, answer: 'The blue one', actorId: team.eve.actorId },
    ])
  })

  test('of many at once one wins, and each late one is passed on once', { meta: { proves: ['answer-link.once'] } }, async () => {
    const asked = await ask({ question: 'Which bolt?', options: ['Old', 'New'] })
    const tokens = [linkOf(asked, team.ada, 0), linkOf(asked, team.bob, 1), linkOf(asked, team.eve, 0)]
    const given = await Promise.all([...tokens, ...tokens, ...tokens].map((token, at) => use(token, { option: at % 2 })))
    for (const [at] of tokens.entries()) expect(new Set([0, 3, 6].map((more) => given[at + more]?.text)).size).toBe(1)
    expect(given.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array.from({ length: 6 }, () => 409)])
    expect((await team.events(asked.sessionId)).filter(({ kind }) => kind === 'answer')).toHaveLength(1)
    expect(await late(asked)).toHaveLength(2)
  })

  test('and an answer in the web at once: one of them wins, and the other one is late', async () => {
    const asked = await ask({ question: 'Which rod?' })
    const given = await Promise.all([
      use(linkOf(asked, team.bob), { answer: 'Long' }),
      team.ada.post(`/api/sessions/${asked.sessionId}/answer`, { answer: 'Short', questionEventId: asked.eventId }),
    ])
    expect(given.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { lastAnswer } = await team.session(asked.sessionId)
    const [lost] = await late(asked)
    expect([lastAnswer.answer, lost?.body.answer].toSorted()).toEqual(['Long', 'Short'])
  })

  test('is of no use to who may not answer: to strangers, who has left, is deactivated, or may not approve', {
    meta: { proves: ['answer-link.refused'] },
  }, async () => {
    const { tandem, ada, boardId } = team
    const [leaver, gone] = [await tandem.register('Leaver'), await tandem.register('Gone')]
    for (const { actorId } of [leaver, gone]) await ada.post(`/api/boards/${boardId}/members`, { actorId, role: 'member' })
    const asked = await ask({ question: 'Deploy?', kind: 'approval' })
    const tokens = [leaver, gone, team.stranger, team.robo].map((person) => linkOf(asked, person, 0))
    for (const token of tokens.slice(0, 2)) expect((await read(token)).status).toBe(200)
    await ada.delete(`/api/boards/${boardId}/members/${leaver.actorId}`)
    expect((await ada.patch(`/api/admin/actors/${gone.actorId}`, { deactivated: true })).status).toBe(200)
    const before = await rows()
    for (const token of tokens)
      for (const refused of [await read(token), await use(token, { option: 0 })])
        expect([refused.status, refused.body.error.reason]).toEqual([403, 'answerLinkEnded'])
    for (const refused of [await read(linkOf(asked, team.eve)), await use(linkOf(asked, team.eve), { answer: 'approve' })])
      expect([refused.status, refused.body.error.reason]).toEqual([403, 'approvalOfMembers'])
    const otherQuestion = await ask({ question: 'Which?' }, team.bert)
    for (const token of [
      'x',
      linkOf({ ...asked, eventId: otherQuestion.eventId }, team.bob).replace(/.$/, '_'),
      `${linkOf(asked, team.bob)}A`,
    ])
      for (const refused of [await read(token), await use(token, { option: 0 })])
        expect([refused.status, refused.body.error.reason]).toEqual([404, 'answerLinkUnknown'])
    expect((await read(linkOf({ ...asked, eventId: otherQuestion.eventId }, team.bob))).body.error.reason).toBe('answerLinkEnded')
    const token = linkOf(asked, team.bob)
    for (const unfit of [{}, { answer: 'maybe' }, { option: 2 }, { option: 0, answer: 'deny' }, { option: 20 }, { answers: ['approve'] }])
      expect((await use(token, unfit)).status, JSON.stringify(unfit)).toBe(400)
    expect((await team.session(asked.sessionId)).state).toBe('awaiting_input')
    expect((await rows())[1]).toEqual(before[1])
    expect((await use(token, { option: 1, note: 'On Monday.' })).body.end).toMatchObject({ answer: 'deny', isYou: true })
  })

  test('answers several questions together, and says how a question ended that is over', async () => {
    const several = await ask({ questions: [{ question: 'Colour?', options: ['Red', 'Blue'], kind: 'choice' }, { question: 'Who?' }] })
    const token = linkOf(several, team.bob)
    expect((await read(token)).body.questions).toEqual([
      { question: 'Colour?', options: ['Red', 'Blue'], kind: 'choice' },
      { question: 'Who?', options: [] },
    ])
    expect((await use(token, { answers: ['red', 'Everyone'] })).body.end.answer).toBe('1. Red\n2. Everyone')

    const due = await ask({ question: 'Which pump?', options: ['Old', 'New'], expiresInMinutes: 10, defaultOption: 'Old' })
    team.tandem.clock.advance(10 * minute)
    expect((await read(linkOf(due, team.bob))).body.end).toMatchObject({ by: 'default', answer: 'Old', isYou: false })
    const refused = await use(linkOf(due, team.bob), { option: 1 })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'questionDefaulted'])
    expect((await late(due)).map(({ body }) => body.answer)).toEqual(['New'])
    const failed = await ask({ question: 'Weld it?' })
    await team.post(failed.sessionId, { op: 'fail', reason: 'No gas' })
    expect((await read(linkOf(failed, team.bob))).body.end).toMatchObject({ by: 'agent', reason: 'No gas', answer: null })
  })

  test('tried only, it leaves nothing and tells nothing of the board, late too', async () => {
    const asked = await ask({ question: 'Which nut?' })
    const prefer = { prefer: 'dry-run' }
    const token = linkOf(asked, team.bob)
    const tried = await use(token, { answer: 'M6' }, prefer)
    expect([tried.status, tried.body]).toMatchObject([
      200,
      { dryRun: true, result: { end: { answer: 'M6' } }, activities: [], sessions: [] },
    ])
    expect((await use(token, { answer: 'M8' })).body.end.answer).toBe('M8')
    const [before, other] = [await rows(), linkOf(asked, team.eve)]
    expect((await use(other, { answer: 'M6' }, prefer)).status).toBe(409)
    expect([await late(asked), await rows()]).toEqual([[], before])
    expect((await use(other, { answer: 'M10' })).status).toBe(409)
    expect((await late(asked)).map(({ body }) => body.answer)).toEqual(['M10'])
  })

  test('works for 30 days, and what is kept of it for as long', {
    meta: { proves: ['answer-link.signed', 'answer-link.once'] },
  }, async () => {
    const asked = await ask({ question: 'Which hose?' })
    const [token, other] = [linkOf(asked, team.bob), linkOf(asked, team.eve)]
    expect((await use(token, { answer: 'The red one' })).status).toBe(200)
    const lost = await use(other, { answer: 'The blue one' })
    team.tandem.clock.advance(29 * day)
    await team.tandem.service.workers.retention.runOnce()
    expect((await use(other, { answer: 'The blue one' })).body).toEqual(lost.body)
    expect(await late(asked)).toHaveLength(1)
    team.tandem.clock.advance(day)
    for (const refused of [await read(other), await use(other, { answer: 'x' })])
      expect([refused.status, refused.body.error.reason]).toEqual([404, 'answerLinkExpired'])
  })
})
