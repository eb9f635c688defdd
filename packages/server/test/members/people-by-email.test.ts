import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

const day = 86_400_000

describe('adding people by e-mail', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person
  let [board, email] = ['', '']

  beforeAll(async () => {
    tandem = await startTestService({ environment: { PUBLIC_URL: 'http://tandem.test', SMTP_URL: 'smtp://127.0.0.1:9' } })
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    email = `${randomUUID()}@example.com`
    grace = await tandem.register('Grace', { email })
    board = await newBoard()
  })

  const newBoard = async (by = ada): Promise<string> => (await by.post('/api/boards', { name: 'Engine' })).body.id
  const invite = (to = email, on = board, by = ada) => by.post(`/api/boards/${on}/members`, { email: to, role: 'viewer' })
  const mine = async (of = grace) => (await of.get('/api/me/invitations')).body
  const told = async (of = grace) => (await of.get('/api/notifications')).body.filter((row: any) => row.reason === 'invited')
  const isMember = async (on = board) =>
    (await ada.get(`/api/boards/${on}/members`)).body.some((member: any) => member.actorId === grace.actorId)

  test('answers an address with an account as one without, and says the same in the log, the list and the letter (F106)', {
    meta: { proves: ['invitation.email.same-answer'] },
  }, async () => {
    const unknown = `${randomUUID()}@example.com`
    const seen = []
    for (const to of [email, unknown]) {
      const answer = await invite(to)
      const { inviteUrl, ...body } = answer.body
      const [activity] = (await ada.get(`/api/boards/${board}/activity`)).body
      const listed = (await ada.get(`/api/boards/${board}/invitations`)).body.find((one: any) => one.email === to)
      const { rows: letters } = await tandem.database.pool.query('select subject from mails where recipient = $1', [to])
      seen.push(
        JSON.stringify([
          [answer.status, body, inviteUrl.length, letters],
          [activity.verb, activity.payload, Object.keys(listed)],
        ]).replaceAll(to, 'TO'),
      )
    }
    expect(seen[0]).toBe(seen[1])
    expect(seen[0]).toContain('"invited"')
    expect(await isMember()).toBe(false)
    expect((await grace.get(`/api/boards/${board}`)).status).toBe(404)
  })

  test('in a dry run tells of an address with an account what it tells of one without (F106)', {
    meta: { proves: ['invitation.email.same-answer', 'dry-run.invited'] },
  }, async () => {
    const seen = []
    for (const to of [email, `${randomUUID()}@example.com`]) {
      const answer = await ada.post(`/api/boards/${board}/members`, { email: to, role: 'viewer' }, { prefer: 'dry-run' })
      expect(answer).toMatchObject({ status: 200, body: { dryRun: true, notifications: [] } })
      expect(answer.text).not.toContain(grace.actorId)
      const { activities, ...body } = answer.body
      seen.push(JSON.stringify([body, activities.map(({ verb, payload }: any) => [verb, payload])]).replaceAll(to, 'TO'))
    }
    expect(seen[0]).toBe(seen[1])
  })

  test('answers a deactivated account, which shares no board, as an address without one (F106)', async () => {
    await ada.patch(`/api/admin/actors/${grace.actorId}`, { deactivated: true })
    expect(await invite()).toMatchObject({ status: 201, body: { actorId: null, status: 'invited' } })
    expect(await invite()).toMatchObject({ status: 201 })
  })

  test('adds somebody with whom the caller shares a board at once, unless the shared board is out of the reach of the token', {
    meta: { proves: ['invitation.email.shared-board'] },
  }, async () => {
    const shared = await newBoard()
    await ada.post(`/api/boards/${shared}/members`, { actorId: grace.actorId, role: 'viewer' })
    const scopes = ['members:write', `board:${board}`]
    const leashed = (await ada.post('/api/tokens', { label: 'leashed', scopes })).body.token
    expect((await invite(email, board, tandem.withToken(leashed) as Person)).body).toMatchObject({ status: 'invited' })
    expect((await invite()).body).toMatchObject({ status: 'active', actorId: grace.actorId })
    expect((await invite()).status).toBe(409)
    expect(await mine()).toEqual([])
    const eve = await tandem.register('Eve')
    expect((await invite(email, await newBoard(eve), eve)).body).toMatchObject({ status: 'invited' })
  })

  test('puts the invitation into the inbox of the account, where it is accepted once', {
    meta: { proves: ['invitation.inbox.notification', 'invitation.inbox.accept'] },
  }, async () => {
    await invite()
    const [invitation] = await mine()
    expect(invitation).toMatchObject({
      boardId: board,
      boardName: 'Engine',
      role: 'viewer',
      invitedByActorId: ada.actorId,
      invitedByName: 'Ada',
    })
    expect(await told()).toMatchObject([{ boardId: board, verb: 'member.invited', invitationId: invitation.id, readAt: null }])
    const accept = () => grace.post(`/api/me/invitations/${invitation.id}/accept`)
    const answers = await Promise.all([accept(), accept(), accept()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ boardId: board, actorId: grace.actorId, role: 'viewer' })
    expect([await isMember(), await mine()]).toEqual([true, []])
    const [row] = await told()
    expect([row.readAt !== null, 'invitationId' in row]).toEqual([true, false])
    expect((await grace.get('/api/me/audit')).body[0]).toMatchObject({ act: 'invitation.acceptMine', detail: { boardId: board } })
  })

  test('is declined without telling anybody, and the account is not told again while the board keeps the invitation', {
    meta: { proves: ['invitation.inbox.decline'] },
  }, async () => {
    const { inviteUrl } = (await invite()).body
    const before = [await ada.get(`/api/boards/${board}/invitations`), await ada.get(`/api/boards/${board}/activity`)].map(
      ({ text }) => text,
    )
    const [{ id }] = await mine()
    expect((await grace.delete(`/api/me/invitations/${id}`)).status).toBe(204)
    expect((await grace.delete(`/api/me/invitations/${id}`)).status).toBe(404)
    expect((await grace.post(`/api/me/invitations/${id}/accept`)).status).toBe(404)
    expect([await mine(), await told(), await isMember()]).toEqual([[], [], false])
    const after = [await ada.get(`/api/boards/${board}/invitations`), await ada.get(`/api/boards/${board}/activity`)].map(
      ({ text }) => text,
    )
    expect(after).toEqual(before)
    expect((await tandem.anonymous.get(`/api/invitations/${inviteUrl.split('/invite/')[1]}`)).status).toBe(200)
    tandem.clock.advance(day + 1)
    expect((await invite()).status).toBe(201)
    expect([await mine(), await told()]).toEqual([[], []])
  })

  test('is told once a day by a board, and so many times a day by a person', {
    meta: { proves: ['invitation.inbox.once-a-day'] },
  }, async () => {
    for (let n = 0; n < 3; n++) await invite()
    expect(await told()).toHaveLength(1)
    tandem.clock.advance(day + 1)
    await invite()
    expect(await told()).toHaveLength(2)
    const eve = await tandem.register('Eve')
    const hers = await newBoard(eve)
    for (let n = 0; n < 50; n++) await invite(`${randomUUID()}@example.com`, hers, eve)
    await invite(email, hers, eve)
    expect((await told()).filter((row: any) => row.boardId === hers)).toEqual([])
  })

  test('shows an invitation only to the invited account: not to one that takes the address later, nor to another one, nor after it ended', {
    meta: { proves: ['invitation.inbox.own-only'] },
  }, async () => {
    const later = `${randomUUID()}@example.com`
    await invite(later)
    const squatter = await tandem.register('Squatter', { email: later })
    expect([await mine(squatter), await told(squatter)]).toEqual([[], []])
    await invite()
    const [{ id }] = await mine()
    expect((await squatter.post(`/api/me/invitations/${id}/accept`)).status).toBe(404)
    expect((await squatter.delete(`/api/me/invitations/${id}`)).status).toBe(404)
    await ada.delete(`/api/boards/${board}/invitations/${id}`)
    expect([await mine(), await told()]).toEqual([[], []])
    expect((await grace.post(`/api/me/invitations/${id}/accept`)).status).toBe(404)
    await invite()
    tandem.clock.advance(8 * day)
    expect(await mine()).toEqual([])
  })

  test('counts while the inviter is an admin of the board', async () => {
    const mo = await tandem.register('Mo')
    await ada.post(`/api/boards/${board}/members`, { actorId: mo.actorId, role: 'admin' })
    await invite(email, board, mo)
    const [{ id }] = await mine()
    await ada.patch(`/api/boards/${board}/members/${mo.actorId}`, { role: 'member' })
    expect(await mine()).toEqual([])
    expect((await grace.post(`/api/me/invitations/${id}/accept`)).status).toBe(404)
  })
})
