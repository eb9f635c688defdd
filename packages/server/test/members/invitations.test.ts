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

  test('the letter is in the language of the account that is invited, else in that of the inviter, else in English', async () => {
    const { pool } = tandem.database
    const letterTo = async (address: string) => {
      expect((await ada.post(`/api/boards/${board}/members`, { email: address, role: 'member' })).status).toBe(201)
      return (await pool.query('select language, subject, body from mails where recipient = $1', [address])).rows[0]
    }
    const english = await letterTo(email)
    expect(english).toMatchObject({ language: 'en', subject: 'You are invited to Engine' })
    await ada.patch('/api/me', { locale: 'es-MX' })
    const spanish = await letterTo(`${randomUUID()}@example.com`)
    expect(spanish).toMatchObject({ language: 'es', subject: 'Invitación a Engine' })
    expect(spanish.body).toContain('Ada te invitó al tablero “Engine” en Tandem.')
    const address = `${randomUUID()}@example.com`
    const invitee = await tandem.register('Greta', { email: address })
    await invitee.patch('/api/me', { locale: 'de' })
    const german = await letterTo(address)
    expect(german).toMatchObject({ language: 'de', subject: 'Einladung zu Engine' })
    expect(german.body).toMatch(/^Hallo,\n\nAda hat dich in Tandem zum Board „Engine“ eingeladen\.[^]*http:\/\/tandem\.test\/invite\//)
    await ada.patch('/api/me', { locale: null })
  })

  test('the link shows what it leads to, without an account', async () => {
    const shown = await preview(await invited())
    expect(shown.body).toMatchObject({ boardId: board, boardName: 'Engine', email, role: 'member', invitedByName: 'Ada' })
    expect((await preview('guess')).status).toBe(404)
  })

  test('a signed-in person with the link can join, once', async () => {
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
    expect((await ada.post(`/api/boards/${board}/members`, { actorId: person.actorId, role: 'member' })).status).toBe(201)
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

  describe('of an admin who is none any more', () => {
    let mal: Person
    let ghost: Person
    let token = ''
    beforeEach(async () => {
      ;[mal, ghost] = [await tandem.register('Mal'), await tandem.register('Ghost')]
      expect((await ada.post(`/api/boards/${board}/members`, { actorId: mal.actorId, role: 'admin' })).status).toBe(201)
      token = await inviteAs(mal)
    })
    const inviteAs = async (person: Person, address = email): Promise<string> => {
      const answer = await person.post(`/api/boards/${board}/members`, { email: address, role: 'admin' })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.inviteUrl.split('/invite/')[1]
    }
    const revoked = async () => (await verbs()).filter((verb: string) => verb === 'member.invitation_revoked').length
    const expectNoWayIn = async (person: Person, link = token) => {
      const unknown = (await preview('guess')).body.error.message
      expect([(await preview(link)).status, (await preview(link)).body.error.message]).toEqual([404, unknown])
      expect((await accept(person, link)).status).toBe(404)
      const body = { email: `${randomUUID()}@example.com`, password, name: 'Ghost', inviteToken: link }
      expect((await tandem.anonymous.post('/api/auth/register', body)).status).toBe(404)
      expect(await open()).toEqual([])
      expect(await revoked()).toBe(1)
    }

    test('removed, no one can join by it, not even the inviter', async () => {
      expect((await ada.delete(`/api/boards/${board}/members/${mal.actorId}`)).status).toBe(204)
      await expectNoWayIn(mal)
      expect((await mal.get(`/api/boards/${board}`)).status).toBe(404)
    })

    test('demoted, no one can join by it, also when the inviter is admin again', async () => {
      const role = (to: string) => ada.patch(`/api/boards/${board}/members/${mal.actorId}`, { role: to })
      expect((await role('member')).status).toBe(200)
      await expectNoWayIn(ghost)
      expect((await role('admin')).status).toBe(200)
      expect((await preview(token)).status).toBe(404)
    })

    test('deactivated, no one can join by it, nor by an invitation of an agent of theirs', async () => {
      const agent = await tandem.agent(mal, 'Robo', [board], ['members:write'])
      expect((await ada.patch(`/api/boards/${board}/members/${agent.actorId}`, { role: 'admin' })).status).toBe(200)
      const byAgent = await inviteAs(agent, `${randomUUID()}@example.com`)
      expect((await ada.patch(`/api/admin/actors/${mal.actorId}`, { deactivated: true })).status).toBe(200)
      for (const link of [token, byAgent]) expect((await accept(ghost, link)).status).toBe(404)
      expect(await open()).toEqual([])
      expect(await revoked()).toBe(2)
    })

    test('counts for nothing even when it was made at the same moment and has stayed', async () => {
      const agent = await tandem.agent(mal, 'Robo', [board], ['members:write'])
      await ada.patch(`/api/boards/${board}/members/${agent.actorId}`, { role: 'admin' })
      const byAgent = await inviteAs(agent, `${randomUUID()}@example.com`)
      const set = (statement: string) => tandem.database.pool.query(statement, [mal.actorId])
      const seen = async () => [(await preview(token)).status, (await preview(byAgent)).status]
      for (const [lost, back, answers] of [
        ['actors set deactivated_at = now() where id', 'actors set deactivated_at = null where id', [404, 404]],
        [`members set role = 'member' where actor_id`, `members set role = 'admin' where actor_id`, [404, 404]],
      ] as const) {
        expect(await seen()).toEqual([200, 200])
        await set(`update ${lost} = $1`)
        expect(await seen()).toEqual(answers)
        await set(`update ${back} = $1`)
      }
      await set('delete from members where actor_id = $1')
      expect(await seen()).toEqual([404, 404])
    })

    test('as an agent that is retired: no one can join by it', async () => {
      const agent = await tandem.agent(ada, 'Robo', [board], ['members:write'])
      await ada.patch(`/api/boards/${board}/members/${agent.actorId}`, { role: 'admin' })
      const byAgent = await inviteAs(agent, `${randomUUID()}@example.com`)
      expect((await ada.delete(`/api/agents/${agent.actorId}`)).status).toBe(204)
      expect((await accept(ghost, byAgent)).status).toBe(404)
      expect(await revoked()).toBe(1)
      expect((await accept(ghost, token)).status).toBe(200)
    })

    test('taken over by another admin who invites the same address: the new link counts', async () => {
      const taken = await inviteAs(ada)
      await ada.delete(`/api/boards/${board}/members/${mal.actorId}`)
      expect((await accept(ghost, token)).status).toBe(404)
      expect((await accept(ghost, taken)).status).toBe(200)
      expect(await revoked()).toBe(0)
    })

    test('removed while it is accepted: a person who joined did so before the removal', async () => {
      for (let round = 0; round < 10; round++) {
        const [joined, removed] = await Promise.all([accept(ghost, token), ada.delete(`/api/boards/${board}/members/${mal.actorId}`)])
        expect(removed.status).toBe(204)
        expect([200, 404]).toContain(joined.status)
        expect((await ghost.get(`/api/boards/${board}`)).status).toBe(joined.status)
        const log = (await ada.get(`/api/boards/${board}/activity?limit=200`)).body as { verb: string; payload: { actorId?: string } }[]
        const newest = log.find((event) => event.verb === 'member.added' || event.verb === 'member.removed')
        if (joined.status === 200) expect(newest).toMatchObject({ verb: 'member.removed', payload: { actorId: mal.actorId } })
        if (joined.status === 200) await ada.delete(`/api/boards/${board}/members/${ghost.actorId}`)
        await ada.post(`/api/boards/${board}/members`, { actorId: mal.actorId, role: 'admin' })
        token = await inviteAs(mal)
      }
    })
  })

  describe('letters', () => {
    const letters = async (address = email): Promise<{ subject: string; body: string }[]> =>
      (await tandem.database.pool.query('select subject, body from mails where recipient = $1 order by id', [address])).rows
    const inviteTo = async (address: string, on = board, by: Person = ada) => {
      const answer = await by.post(`/api/boards/${on}/members`, { email: address, role: 'viewer' })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.inviteUrl.split('/invite/')[1]
    }

    test('an address gets one a day from a board, however often it is invited; each link works while it is the last', {
      meta: { proves: ['limit.invitations.letters'] },
    }, async () => {
      for (let n = 0; n < 3; n++) expect((await preview(await inviteTo(email))).status).toBe(200)
      const [invitation] = await open()
      await ada.delete(`/api/boards/${board}/invitations/${invitation?.id}`)
      await inviteTo(email)
      expect(await letters()).toHaveLength(1)
      await inviteTo(email, (await ada.post('/api/boards', { name: 'Other' })).body.id)
      expect(await letters()).toHaveLength(2)
      tandem.clock.advance(day + 1000)
      await inviteTo(email)
      expect(await letters()).toHaveLength(3)
    })

    test('a person sends 50 a day, over all boards and with all agents; further invitations are made without', {
      meta: { proves: ['limit.invitations.letters'] },
    }, async () => {
      const sender = await tandem.register('Sender')
      const boards = [
        (await sender.post('/api/boards', { name: 'One' })).body.id,
        (await sender.post('/api/boards', { name: 'Two' })).body.id,
      ]
      const agent = await tandem.agent(sender, 'Robo', boards, ['members:write'])
      for (const on of boards) await sender.patch(`/api/boards/${on}/members/${agent.actorId}`, { role: 'admin' })
      const address = (n: number) => `${n}.${sender.actorId}@example.com`
      for (let n = 0; n < 50; n++) await inviteTo(address(n), boards[n % 2], n % 5 ? sender : agent)
      for (let n = 0; n < 50; n++) expect(await letters(address(n))).toHaveLength(1)
      expect((await preview(await inviteTo(address(50), boards[0], sender))).status).toBe(200)
      await inviteTo(address(51), boards[1], agent)
      for (const n of [50, 51]) expect(await letters(address(n))).toEqual([])
      await inviteTo(email)
      expect(await letters()).toHaveLength(1)
      tandem.clock.advance(day + 1000)
      await inviteTo(address(50), boards[0], sender)
      expect(await letters(address(50))).toHaveLength(1)
    })

    test('contain little text of the sender, and no link but that of the invitation', {
      meta: { proves: ['limit.letters.names'] },
    }, async () => {
      const inviter = await tandem.register('Win', { name: 'Win www.evil.example/now' })
      const name = `Prize:\u202e \u0007 HTTP://evil.example/x and evil.example ${'long '.repeat(30)}`
      const on = (await inviter.post('/api/boards', { name })).body.id
      const token = await inviteTo(email, on, inviter)
      const [letter] = await letters()
      expect(letter?.subject).toMatch(/^You are invited to Prize: HTTP\[:\]\/\/evil\[\.\]example\/x and evil\[\.\]example( long)+$/)
      expect(letter?.subject.length).toBeLessThanOrEqual('You are invited to '.length + 80 + 3 * 2)
      expect(letter?.subject).not.toContain('Win')
      const rest = letter?.body.replace(`http://tandem.test/invite/${token}`, '')
      expect(rest).not.toMatch(/:\/\/|evil\.example|\p{Cf}/u)
      expect(rest).toContain('Win www[.]evil[.]example/now invited you')
    })
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
