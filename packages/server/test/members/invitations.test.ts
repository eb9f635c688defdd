import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const day = 86_400_000

describe('invitations', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person
  let [board, email] = ['', '']

  beforeAll(async () => {
    tandem = await startTestService({ environment: { PUBLIC_URL: 'http://tandem.test', SMTP_URL: 'smtp://127.0.0.1:9' } })
    ;[ada, grace] = [await tandem.register('Ada'), await tandem.register('Grace')]
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    board = (await ada.post('/api/boards', { name: 'Engine' })).body.id
    email = `${randomUUID()}@example.com`
  })

  const invite = (role = 'member', more = {}) => ada.post(`/api/boards/${board}/members`, { email, role, ...more })
  const invited = async (role = 'member'): Promise<string> => (await invite(role)).body.inviteUrl.split('/invite/')[1]
  const open = async () => (await ada.get(`/api/boards/${board}/invitations`)).body as { id: string; email: string; role: string }[]
  const accept = (person: Person, token: string) => person.post(`/api/invitations/${token}/accept`)
  const preview = (token: string) => tandem.anonymous.get(`/api/invitations/${token}`)
  const verbs = async () => (await ada.get(`/api/boards/${board}/activity`)).body.map((event: { verb: string }) => event.verb)

  test('an e-mail without an account gets a link that is shown once, and a letter', async () => {
    const clientMutationId = randomUUID()
    const answer = await invite('viewer', { clientMutationId })
    expect(answer.status).toBe(201)
    const { inviteUrl } = answer.body
    expect(answer.body).toEqual({ actorId: null, email, role: 'viewer', status: 'invited', inviteUrl })
    expect(inviteUrl).toMatch(/^http:\/\/tandem\.test\/invite\/[\w-]{43}$/)
    expect((await invite('viewer', { clientMutationId })).body.inviteUrl).toBeNull()
    const listed = await ada.get(`/api/boards/${board}/invitations`)
    expect(listed.body).toMatchObject([{ boardId: board, email, role: 'viewer', invitedByActorId: ada.actorId }])
    expect(listed.text).not.toContain(inviteUrl.split('/').at(-1))
    expect((await ada.get(`/api/boards/${board}/activity`)).body[0]).toMatchObject({
      verb: 'member.invited',
      payload: { email, role: 'viewer' },
    })
    const { rows } = await tandem.database.pool.query('select * from mails where recipient = $1', [email])
    expect(rows).toHaveLength(1)
    expect(rows[0].body).toContain(inviteUrl)
  })

  test('the link shows what it leads to, without an account', async () => {
    const shown = await preview(await invited())
    expect(shown.body).toMatchObject({ boardId: board, boardName: 'Engine', email, role: 'member', invitedByName: 'Ada' })
    expect((await preview('guess')).status).toBe(404)
  })

  test('whoever is signed in and holds the link joins, once', async () => {
    const token = await invited('viewer')
    expect((await tandem.anonymous.post(`/api/invitations/${token}/accept`)).status).toBe(401)
    const joined = await accept(grace, token)
    expect(joined.status).toBe(200)
    expect(joined.body).toMatchObject({ boardId: board, actorId: grace.actorId, role: 'viewer', status: 'active' })
    expect((await grace.get(`/api/boards/${board}`)).status).toBe(200)
    expect(await open()).toEqual([])
    for (const answer of [await preview(token), await accept(await tandem.register('Late'), token)]) expect(answer.status).toBe(404)
    expect((await ada.get(`/api/boards/${board}/activity`)).body[0]).toMatchObject({
      verb: 'member.added',
      actorId: grace.actorId,
      payload: { actorId: grace.actorId, role: 'viewer' },
    })
    expect((await grace.get('/api/me/audit')).body[0]).toMatchObject({
      act: 'invitation.accept',
      detail: { boardId: board, role: 'viewer' },
    })
  })

  test('of five who open one link at once, one joins', async () => {
    const token = await invited()
    const people = await Promise.all(Array.from({ length: 5 }, (_, n) => tandem.register(`Visitor ${n}`)))
    const answers = await Promise.all(people.map((person) => accept(person, token)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect((await verbs()).filter((verb: string) => verb === 'member.added')).toHaveLength(1)
  })

  test('a member who opens it is told so and leaves it for whom it is for', async () => {
    const token = await invited()
    expect((await accept(ada, token)).body.error.code).toBe('conflict')
    expect(await open()).toHaveLength(1)
    expect((await accept(grace, token)).status).toBe(200)
  })

  test('registering with it joins its board in the same step', async () => {
    const token = await invited('admin')
    const answer = await tandem.anonymous.post('/api/auth/register', { email, password, name: 'Newcomer', inviteToken: token })
    expect(answer.status).toBe(201)
    const cookie = cookieOf(answer)
    expect((await tandem.anonymous.get(`/api/boards/${board}/members`, { cookie })).body).toHaveLength(2)
    const [event] = (await ada.get(`/api/boards/${board}/activity`)).body
    expect(event).toMatchObject({ verb: 'member.added', actorId: answer.body.id, payload: { actorId: answer.body.id, role: 'admin' } })
    expect(await open()).toEqual([])
    const body = { email: `${randomUUID()}@example.com`, password, name: 'Second', inviteToken: token }
    expect((await tandem.anonymous.post('/api/auth/register', body)).status).toBe(404)
    expect((await tandem.anonymous.post('/api/auth/login', body)).status).toBe(401)
  })

  test('who is signed in and registers somebody else with it has that one join', async () => {
    const inviteToken = await invited()
    const made = await ada.post('/api/auth/register', { email, password, name: 'Somebody else', inviteToken })
    expect(made.status).toBe(201)
    expect((await ada.get(`/api/boards/${board}/activity`)).body[0]).toMatchObject({ verb: 'member.added', actorId: made.body.id })
  })

  test('inviting again makes a new link and ends the old one', async () => {
    const [first, second] = [await invited('viewer'), await invited('member')]
    expect((await preview(first)).status).toBe(404)
    expect((await preview(second)).body.role).toBe('member')
    expect(await open()).toMatchObject([{ email, role: 'member' }])
  })

  test('who joins by another way ends the link that was sent', async () => {
    const token = await invited()
    const person = await tandem.register('Early', { email })
    expect((await preview(token)).status).toBe(200)
    expect((await ada.post(`/api/boards/${board}/members`, { email, role: 'member' })).body.actorId).toBe(person.actorId)
    expect((await preview(token)).status).toBe(404)
    expect(await open()).toEqual([])
  })

  test('it expires after seven days; inviting again renews it', async () => {
    const token = await invited()
    tandem.clock.advance(7 * day + 1000)
    for (const answer of [await preview(token), await accept(grace, token)]) expect(answer.status).toBe(404)
    expect(await open()).toEqual([])
    expect((await accept(grace, await invited())).status).toBe(200)
  })

  test('an admin takes it back; others neither see nor touch it', async () => {
    const token = await invited()
    const [row] = await open()
    const path = `/api/boards/${board}/invitations`
    await ada.post(`/api/boards/${board}/members`, { actorId: grace.actorId, role: 'member' })
    for (const answer of [await grace.get(path), await grace.delete(`${path}/${row?.id}`)]) expect(answer.status).toBe(403)
    const elsewhere = (await ada.post('/api/boards', { name: 'Other' })).body.id
    expect((await ada.delete(`/api/boards/${elsewhere}/invitations/${row?.id}`)).status).toBe(404)
    expect((await preview(token)).status).toBe(200)
    expect((await ada.delete(`${path}/${row?.id}`)).status).toBe(204)
    expect((await ada.delete(`${path}/${row?.id}`)).status).toBe(404)
    expect((await preview(token)).status).toBe(404)
    expect((await verbs())[0]).toBe('member.invitation_revoked')
  })

  test('taken back while it is accepted: one of the two wins', async () => {
    for (let round = 0; round < 10; round++) {
      email = `${randomUUID()}@example.com`
      const token = await invited()
      const [row] = await open()
      const person = await tandem.register(`Racer ${round}`)
      const [joined, revoked] = await Promise.all([accept(person, token), ada.delete(`/api/boards/${board}/invitations/${row?.id}`)])
      expect([joined.status, revoked.status].toSorted()).toEqual(joined.status === 200 ? [200, 404] : [204, 404])
      expect((await person.get(`/api/boards/${board}`)).status).toBe(joined.status === 200 ? 200 : 404)
    }
  })
})
