import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

describe('the settings of the inbox', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const choose = (reasons: object) => team.bob.patch('/api/me/notification-settings', { reasons })

  test('hide what a person does not want to see, but never a question, which might then reach no one', async () => {
    expect((await choose({ assigned: { inbox: false }, question: { email: false } })).status).toBe(200)
    const refusal = await choose({ commented: { inbox: false }, question: { inbox: false } })
    expect([refusal.status, refusal.body.error.code]).toEqual([400, 'validation'])
    expect(refusal.body.error.details.fieldErrors.reasons).toHaveLength(1)
    const { reasons } = (await team.bob.get('/api/me/notification-settings')).body
    expect(reasons).toMatchObject({
      assigned: { inbox: false },
      commented: { inbox: true },
      question: { inbox: true, email: false },
    })
    const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [team.bob.actorId] }))
    await team.post(sessionId, { op: 'ask_human', question: 'Which pump?' })
    expect((await team.inbox(team.bob)).map((row) => row.reason)).toEqual(['question'])
    expect((await team.bob.get('/api/me/work')).body.sessions_awaiting_me).toMatchObject([{ id: sessionId }])
  })
})
