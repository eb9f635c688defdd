import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentScopes } from '../../kit/service.ts'
import { created, startTeam, type Team } from '../fixture/team.ts'

const second = 1_000

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

test('what an agent does elsewhere extends the lease of the session under which it is recorded', {
  meta: { proves: ['lease.extended.named'] },
}, async () => {
  const sessionId = await team.delegate(await team.newCard())
  expect((await team.robo.post('/api/work/claim', { sessionId, leaseSeconds: 60 })).status).toBe(201)
  const named = (id = sessionId) => ({ 'x-session-id': id })
  const comment = (on: string, headers = {}) => team.robo.post(`/api/cards/${on}/comments`, { body: 'Seen.' }, headers)
  const expiresAt = async () => Date.parse((await team.session(sessionId)).lease.expiresAt)
  const [other, third] = [await team.newCard(), await team.newCard()]
  const elsewhere = await team.delegate(third)
  const scopes = [...agentScopes, 'boards:write']
  const { token } = created(await team.ada.post('/api/tokens', { label: 'lists', scopes, actorId: team.robo.actorId }))
  const trail = await team.events(sessionId)
  let ends = await expiresAt()
  for (const act of [
    () => comment(other, named()),
    () => team.robo.post(`/api/lists/${team.listId}/cards`, { title: 'Found on the way' }, named()),
    () => team.tandem.withToken(token).patch(`/api/lists/${team.listId}`, { name: 'Inbox' }, named()),
  ]) {
    team.tandem.clock.advance(40 * second)
    expect((await act()).status).toBeLessThan(300)
    const later = await expiresAt()
    expect(later - ends).toBeGreaterThanOrEqual(40 * second)
    ends = later
  }
  expect(await team.events(sessionId)).toEqual(trail)
  // What is recorded under another session, or under none, extends that one alone.
  team.tandem.clock.advance(10 * second)
  await comment(third, named(elsewhere))
  await comment(other)
  expect(await expiresAt()).toBe(ends)
  await team.post(elsewhere, { op: 'fail', reason: 'over' })
  await team.post(sessionId, { op: 'ask_human', question: 'Go on?', generation: 1 })
  await comment(other, named())
  expect((await team.session(sessionId)).lease).toEqual({ generation: 1, expiresAt: null })
})

test('what names no session keeps no lease elsewhere, not of the only session either', {
  meta: { proves: ['lease.extended.named'] },
}, async () => {
  const alone = await startTeam()
  const cardId = await alone.newCard()
  const sessionId = await alone.delegate(cardId)
  await alone.robo.post('/api/work/claim', { sessionId, leaseSeconds: 60 })
  const expiresAt = async () => (await alone.session(sessionId)).lease.expiresAt
  const before = await expiresAt()
  alone.tandem.clock.advance(10 * second)
  await alone.robo.post(`/api/cards/${await alone.newCard()}/comments`, { body: 'From another process.' })
  expect(await expiresAt()).toBe(before)
  await alone.robo.post(`/api/cards/${cardId}/comments`, { body: 'On its card.' })
  expect(await expiresAt()).not.toBe(before)
  await alone.stop()
})
