import { randomUUID } from 'node:crypto'
import { systemActorId } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('members', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person
  let edsger: Person
  let board = ''

  beforeAll(async () => {
    tandem = await startTestService()
    ;[ada, grace, edsger] = [await tandem.register('Ada'), await tandem.register('Grace'), await tandem.register('Edsger')]
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  })

  const add = (by: Person, body: object, boardId = board) => by.post(`/api/boards/${boardId}/members`, body)
  const change = (by: Person, actorId: string, role: unknown) => by.patch(`/api/boards/${board}/members/${actorId}`, { role })
  const remove = (by: Person, actorId: string) => by.delete(`/api/boards/${board}/members/${actorId}`)
  const list = async () => (await ada.get(`/api/boards/${board}/members`)).body as { actorId: string; role: string }[]
  const roles = async () => Object.fromEntries((await list()).map((member) => [member.actorId, member.role]))
  const log = async () =>
    (await ada.get(`/api/boards/${board}/activity?limit=200`)).body as { verb: string; payload: object; cardId: string | null }[]
  const adminsOf = async (boardId: string): Promise<number> =>
    (await tandem.database.pool.query(`select 1 from members where board_id = $1 and role = 'admin'`, [boardId])).rows.length

  test('an admin adds known actors by id, people by e-mail too; the list says who they are', async () => {
    const email = `${randomUUID()}@example.com`
    const hedy = await tandem.register('Hedy', { email })
    const shared = (await hedy.post('/api/boards', { name: 'Shared' })).body.id
    await hedy.post(`/api/boards/${shared}/members`, { actorId: ada.actorId, role: 'viewer' })
    const agent = (await ada.post('/api/agents', { name: 'Robo' })).body
    expect((await add(ada, { actorId: grace.actorId, role: 'viewer' })).status).toBe(201)
    const byEmail = await add(ada, { email: email.toUpperCase(), role: 'member' })
    expect(byEmail.body).toMatchObject({ actorId: hedy.actorId, role: 'member', status: 'active', kind: 'human', handle: hedy.handle })
    const added = await add(ada, { actorId: agent.id, role: 'admin' })
    expect(added.body).toMatchObject({ kind: 'agent', role: 'admin', capabilities: { delegatable: true, mentionable: true } })
    expect(await roles()).toEqual({
      [ada.actorId]: 'admin',
      [grace.actorId]: 'viewer',
      [hedy.actorId]: 'member',
      [agent.id]: 'admin',
    })
    expect((await log()).slice(0, 3).map((event) => event.verb)).toEqual(Array(3).fill('member.added'))
    expect((await log())[0]?.payload).toEqual({ actorId: agent.id, role: 'admin' })
    expect(JSON.stringify(await list())).not.toContain(email)
  })

  test('an addition without one known person or without a valid role is refused and records nothing', async () => {
    const before = await log()
    for (const body of [
      { role: 'member' },
      { actorId: grace.actorId, email: 'x@example.com', role: 'member' },
      { actorId: grace.actorId },
      { actorId: grace.actorId, role: 'owner' },
      { actorId: randomUUID(), role: 'member' },
      { actorId: systemActorId, role: 'member' },
      { actorId: 'grace', role: 'member' },
      { email: 'not an e-mail', role: 'member' },
    ])
      expect((await add(ada, body)).status, JSON.stringify(body)).toBe(400)
    expect(await log()).toEqual(before)
    const extra = { actorId: grace.actorId, role: 'viewer', boardId: randomUUID(), status: 'owner', addedAt: '2000-01-01T00:00:00Z' }
    expect((await add(ada, extra)).status).toBe(201)
    expect(await roles()).toMatchObject({ [grace.actorId]: 'viewer' })
  })

  test('only an admin with members:write manages members; a stranger does not see the board', async () => {
    await add(ada, { actorId: grace.actorId, role: 'member' })
    const token = async (person: Person, scopes: string[]) =>
      ({ ...tandem.withToken((await person.post('/api/tokens', { label: 't', scopes })).body.token), actorId: person.actorId }) as Person
    const body = { actorId: edsger.actorId, role: 'viewer' }
    for (const by of [grace, await token(ada, ['boards:write', 'cards:write']), await token(grace, ['members:write'])]) {
      expect((await add(by, body)).body.error.code).toBe('forbidden')
      expect((await change(by, ada.actorId, 'viewer')).body.error.code).toBe('forbidden')
      expect((await remove(by, ada.actorId)).body.error.code).toBe('forbidden')
    }
    for (const answer of [await add(edsger, body), await change(edsger, grace.actorId, 'admin'), await remove(edsger, grace.actorId)])
      expect(answer.body.error.code).toBe('not_found')
    expect((await edsger.get(`/api/boards/${board}/members`)).status).toBe(404)
    expect((await grace.get(`/api/boards/${board}/members`)).status).toBe(200)
    expect((await add(await token(ada, ['members:write']), body)).status).toBe(201)
    expect(await roles()).toEqual({ [ada.actorId]: 'admin', [grace.actorId]: 'member', [edsger.actorId]: 'viewer' })
  })

  test('added ten times at once: one row, one member.added (F28)', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(ada, { actorId: grace.actorId, role: 'member' })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect((await list()).filter((member) => member.actorId === grace.actorId)).toHaveLength(1)
    expect((await log()).filter((event) => event.verb === 'member.added')).toHaveLength(1)
  })

  test('a role changes once; the same again is no event', async () => {
    await add(ada, { actorId: grace.actorId, role: 'viewer' })
    for (let n = 0; n < 2; n++) expect((await change(ada, grace.actorId, 'member')).body.role).toBe('member')
    expect((await log()).filter((event) => event.verb === 'member.role_changed')).toHaveLength(1)
    expect((await change(ada, edsger.actorId, 'member')).status).toBe(404)
    expect((await change(ada, grace.actorId, 'owner')).status).toBe(400)
    expect((await change(grace, grace.actorId, 'admin')).status).toBe(403)
  })

  test('the last admin can neither leave, nor be removed, nor step down (F27)', async () => {
    await add(ada, { actorId: grace.actorId, role: 'member' })
    const before = await log()
    for (const answer of [await change(ada, ada.actorId, 'member'), await remove(ada, ada.actorId)])
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation'])
    expect(await log()).toEqual(before)
    await change(ada, grace.actorId, 'admin')
    expect((await remove(ada, ada.actorId)).status).toBe(204)
    expect((await grace.delete(`/api/boards/${board}/members/${grace.actorId}`)).status).toBe(400)
  })

  test('the list shows who was deactivated, and who was brought back', async () => {
    const left = await tandem.register('Left')
    const robo = await tandem.agent(left, 'Robo')
    const added = (await add(ada, { actorId: left.actorId, role: 'member' })).body
    expect(added.deactivated).toBe(false)
    await tandem.lend(left, robo, ada, board)
    const shown = async () =>
      Object.fromEntries((await ada.get(`/api/boards/${board}/members`)).body.map((one: any) => [one.handle, one.deactivated]))
    const set = async (actorId: string, deactivated: boolean) =>
      expect((await ada.patch(`/api/admin/actors/${actorId}`, { deactivated })).status).toBe(200)
    await set(left.actorId, true)
    expect(await shown()).toEqual({ [ada.handle]: false, [left.handle]: true, [robo.handle]: false })
    await set(robo.actorId, true)
    expect(await shown()).toMatchObject({ [robo.handle]: true })
    await set(left.actorId, false)
    expect(await shown()).toMatchObject({ [left.handle]: false, [robo.handle]: true })
  })

  test('an admin whose account is deactivated does not count as one', async () => {
    const boss = await tandem.register('Boss')
    await add(ada, { actorId: boss.actorId, role: 'admin' })
    const { rowCount } = await tandem.database.pool.query('update actors set deactivated_at = now() where id = $1', [boss.actorId])
    expect(rowCount).toBe(1)
    expect((await remove(ada, ada.actorId)).status).toBe(400)
    expect((await remove(ada, boss.actorId)).status).toBe(204)
  })

  test('two admins who demote each other: one does, one is refused, never none is left (F26)', async () => {
    await add(ada, { actorId: grace.actorId, role: 'admin' })
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all([change(ada, grace.actorId, 'member'), change(grace, ada.actorId, 'member')])
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403])
      expect(await adminsOf(board)).toBe(1)
      const [winner, loser] = answers[0]?.status === 200 ? [ada, grace] : [grace, ada]
      expect((await change(winner, loser.actorId, 'admin')).status).toBe(200)
    }
  })

  test('two admins who both step down or leave: one does, the other gets 400 (F26)', async () => {
    await add(ada, { actorId: grace.actorId, role: 'admin' })
    for (let round = 0; round < 30; round++) {
      const step = (person: Person) =>
        round % 3 === 2 ? remove(person, person.actorId) : change(person, person.actorId, round % 2 ? 'viewer' : 'member')
      const answers = await Promise.all([step(ada), step(grace)])
      const [ok, refused] = answers[0].status < 300 ? [ada, grace] : [grace, ada]
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([round % 3 === 2 ? 204 : 200, 400])
      expect(await adminsOf(board)).toBe(1)
      const back = round % 3 === 2 ? await add(refused, { actorId: ok.actorId, role: 'admin' }) : await change(refused, ok.actorId, 'admin')
      expect(back.status).toBeLessThan(300)
    }
  })

  test('two instances on one database keep the last admin too (F26)', async () => {
    const other = await startTestService({ clock: tandem.clock, address: tandem.address })
    await add(ada, { actorId: grace.actorId, role: 'admin' })
    for (let round = 0; round < 20; round++) {
      const there = fetch(`${other.url}/api/boards/${board}/members/${grace.actorId}`, {
        method: 'PATCH',
        headers: { cookie: grace.cookie ?? '', 'content-type': 'application/json' },
        body: '{"role":"viewer"}',
      })
      const statuses = [(await change(ada, ada.actorId, 'viewer')).status, (await there).status]
      expect(statuses.toSorted()).toEqual([200, 400])
      const winner = statuses[0] === 200 ? grace : ada
      expect((await change(winner, (winner === ada ? grace : ada).actorId, 'admin')).status).toBe(200)
    }
    await other.stop()
  })

  describe('agents of a member', () => {
    const owned = async (person: Person, role: string): Promise<Person> => {
      const agent = await tandem.agent(person, 'Robo')
      if (person === ada) expect((await add(ada, { actorId: agent.actorId, role })).status).toBe(201)
      else await tandem.lend(person, agent, ada, board, role)
      return agent
    }

    test.each(['leaves', 'is removed'])('go with the person who %s, with what they hold there, and only there', async (how) => {
      const elsewhere = (await grace.post('/api/boards', { name: 'Hers' })).body.id
      await add(ada, { actorId: grace.actorId, role: 'member' })
      const [first, second, other] = [await owned(grace, 'member'), await owned(grace, 'viewer'), await owned(ada, 'member')]
      await add(grace, { actorId: first.actorId, role: 'member' }, elsewhere)
      const tree = (await ada.get(`/api/boards/${board}`)).body
      const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Card' })).body
      const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: first.actorId })).body
      expect((await remove(how === 'leaves' ? grace : ada, grace.actorId)).status).toBe(204)
      expect(Object.keys(await roles()).toSorted()).toEqual([ada.actorId, other.actorId].toSorted())
      const removed = (await log()).filter((event) => event.verb === 'member.removed').map((event) => event.payload)
      expect(removed[0]).toEqual({ actorId: grace.actorId })
      expect(removed.slice(1)).toEqual(expect.arrayContaining([{ actorId: first.actorId }, { actorId: second.actorId }]))
      expect((await ada.get(`/api/sessions/${session.id}`)).body).toMatchObject({ state: 'error', failureReason: 'member_removed' })
      expect((await ada.get(`/api/cards/${card.id}`)).body.card.delegation).toBeNull()
      for (const gone of [grace, first, second]) expect((await gone.get(`/api/boards/${board}`)).status).toBe(404)
      expect((await first.get(`/api/boards/${elsewhere}`)).status).toBe(200)
      expect((await other.get(`/api/boards/${board}`)).status).toBe(200)
    })

    test('stay as they are when the owner is demoted, and when another agent goes', async () => {
      await add(ada, { actorId: grace.actorId, role: 'admin' })
      const [first, second] = [await owned(grace, 'admin'), await owned(grace, 'member')]
      expect((await change(ada, grace.actorId, 'viewer')).status).toBe(200)
      expect((await remove(ada, second.actorId)).status).toBe(204)
      expect(await roles()).toEqual({ [ada.actorId]: 'admin', [grace.actorId]: 'viewer', [first.actorId]: 'viewer' })
    })

    test('are no admins without their owner: the last person who is one stays', async () => {
      await add(ada, { actorId: grace.actorId, role: 'admin' })
      await owned(grace, 'admin')
      expect((await change(grace, ada.actorId, 'member')).status).toBe(200)
      const before = await log()
      expect((await remove(grace, grace.actorId)).status).toBe(400)
      expect((await change(grace, grace.actorId, 'member')).status).toBe(400)
      expect(await log()).toEqual(before)
    })

    test('do not count as admins once their owner is deactivated', async () => {
      const boss = await tandem.register('Boss')
      await add(ada, { actorId: boss.actorId, role: 'member' })
      await owned(boss, 'admin')
      expect((await ada.patch(`/api/admin/actors/${boss.actorId}`, { deactivated: true })).status).toBe(200)
      expect((await remove(ada, ada.actorId)).status).toBe(400)
      expect((await change(ada, ada.actorId, 'member')).status).toBe(400)
    })

    test('say whose they are', async () => {
      await add(ada, { actorId: grace.actorId, role: 'member' })
      const agent = await owned(grace, 'member')
      const rows = new Map((await list()).map((member) => [member.actorId, member]))
      expect(rows.get(agent.actorId)).toMatchObject({ ownerActorId: grace.actorId })
      expect(rows.get(grace.actorId)).not.toHaveProperty('ownerActorId')
    })
  })

  test('who leaves watches nothing there any more, also after coming back', async () => {
    await add(ada, { actorId: grace.actorId, role: 'viewer' })
    const tree = (await ada.get(`/api/boards/${board}`)).body
    const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Card' })).body
    expect((await grace.put(`/api/cards/${card.id}/watch`)).status).toBeLessThan(300)
    const watchers = async () => (await ada.get(`/api/cards/${card.id}`)).body.card.watchers
    expect(await watchers()).toEqual([grace.actorId])
    await remove(grace, grace.actorId)
    await add(ada, { actorId: grace.actorId, role: 'viewer' })
    expect(await watchers()).toEqual([])
  })

  test('who leaves takes assignments along and sees the board no more (F65)', async () => {
    await add(ada, { actorId: grace.actorId, role: 'viewer' })
    const tree = (await ada.get(`/api/boards/${board}`)).body
    const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Card', assigneeActorIds: [grace.actorId] })).body
    expect((await grace.get(`/api/boards/${board}`)).status).toBe(200)
    expect((await remove(grace, ada.actorId)).status).toBe(403)
    expect((await remove(grace, grace.actorId)).status).toBe(204)
    expect((await grace.get(`/api/boards/${board}`)).status).toBe(404)
    const after = (await ada.get(`/api/boards/${board}`)).body.lists[0].cards[0]
    expect(after.assigneeActorIds).toEqual([])
    expect(after.version).toBe(card.version + 1)
    const [removed, unassigned] = await log()
    expect(removed).toMatchObject({ verb: 'member.removed', actorId: grace.actorId, payload: { actorId: grace.actorId } })
    expect(unassigned).toMatchObject({ verb: 'card.unassigned', cardId: card.id, payload: { actorId: grace.actorId } })
    expect((await remove(ada, grace.actorId)).status).toBe(404)
  })
})
