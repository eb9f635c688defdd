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

  test('keep the quiet time of a person, strictly read, without the rest', {
    meta: { proves: ['notification.quiet.settings'] },
  }, async () => {
    const update = (body: object) => team.bob.patch('/api/me/notification-settings', body)
    const kept = async (of = team.bob) => (await of.get('/api/me/notification-settings')).body
    const before = await kept()
    expect(before.quiet).toBe(null)
    const quiet = { from: '22:00', to: '07:00', days: ['saturday', 'sunday'] }
    expect((await update({ quiet: { ...quiet, days: ['sunday', 'saturday'] } })).body).toEqual({ ...before, quiet })
    const refused = {
      quietNever: {},
      quietHoursHalf: { from: '22:00' },
      quietHoursNoEnd: { from: '22:00', to: '22:00' },
      timeOfDayUnfit: { from: '25:00', to: '07:00' },
      quietEveryDay: { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] },
    }
    for (const [reason, wrong] of Object.entries(refused)) {
      const { status, body } = await update({ reasons: { watching: { email: true } }, quiet: wrong })
      expect([status, body.error.reason], reason).toEqual([400, reason])
    }
    expect(await kept()).toEqual({ ...before, quiet })
    expect((await kept(team.eve)).quiet).toBe(null)
    expect((await update({ reasons: {} })).body.quiet).toEqual(quiet)
    expect((await update({ quiet: null })).body).toEqual(before)
  })
})
