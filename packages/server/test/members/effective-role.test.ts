import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** An agent never has more rights on a board than its owner has there at that moment. Specification: beyond §1. */
describe('the role of an agent', () => {
  let tandem: TestService
  let [ada, grace] = [] as unknown as [Person, Person]
  let agent: Person
  let boardId = ''

  beforeAll(async () => {
    tandem = await startTestService()
    ;[ada, grace] = [await tandem.register('Ada'), await tandem.register('Grace')]
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    await ada.post(`/api/boards/${boardId}/members`, { actorId: grace.actorId, role: 'admin' })
    agent = await tandem.agent(grace, 'Robo', [], ['boards:write', 'cards:write', 'members:write', 'webhooks:write'])
    await grace.post(`/api/boards/${boardId}/members`, { actorId: agent.actorId, role: 'admin' })
  })

  const role = (of: Person, to: string) => ada.patch(`/api/boards/${boardId}/members/${of.actorId}`, { role: to })
  const roleOf = async (actorId: string) => {
    const members = (await ada.get(`/api/boards/${boardId}/members`)).body as { actorId: string; role: string; grantedRole?: string }[]
    return members.find((member) => member.actorId === actorId)
  }

  test('a demoted admin does not restore himself through his agent (F101)', {
    meta: { proves: ['member.agent-role.at-most-owner'] },
  }, async () => {
    const invite = (await agent.post(`/api/boards/${boardId}/members`, { email: 'back@example.com', role: 'admin' })).body.inviteUrl
    const link = `/api/invitations/${invite.split('/').at(-1)}`
    expect((await grace.get(link)).status).toBe(200)
    expect((await role(grace, 'viewer')).status).toBe(200)

    for (const answer of [
      await agent.patch(`/api/boards/${boardId}/members/${grace.actorId}`, { role: 'admin' }),
      await agent.post(`/api/boards/${boardId}/members`, { email: 'again@example.com', role: 'admin' }),
      await agent.patch(`/api/boards/${boardId}`, { name: 'Mine' }),
      await agent.post(`/api/boards/${boardId}/lists`, { name: 'Mine' }),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.error.details).toMatchObject({ role: 'viewer' })
    }
    expect((await grace.get(link)).status).toBe(404)
    expect(await roleOf(agent.actorId)).toMatchObject({ role: 'viewer', grantedRole: 'admin' })
    // Nor does the link work once the owner is admin again: it was taken back.
    await role(grace, 'admin')
    expect((await grace.get(link)).status).toBe(404)
    expect((await agent.patch(`/api/boards/${boardId}`, { name: 'Ours' })).status).toBe(200)
  })

  test('is that of the owner in every answer, at once', { meta: { proves: ['member.agent-role.at-most-owner'] } }, async () => {
    await role(grace, 'member')
    expect((await agent.get('/api/boards')).body).toEqual([expect.objectContaining({ id: boardId, role: 'member' })])
    expect((await ada.get(`/api/boards/${boardId}`)).body.members).toContainEqual(
      expect.objectContaining({ actorId: agent.actorId, role: 'member' }),
    )
    const changed = await ada.patch(`/api/boards/${boardId}/members/${agent.actorId}`, { role: 'viewer' })
    expect(changed.body).toMatchObject({ role: 'viewer', grantedRole: 'viewer' })
  })

  test('is kept below what the owner is granted later, if it was granted less', async () => {
    await ada.patch(`/api/boards/${boardId}/members/${agent.actorId}`, { role: 'viewer' })
    expect(await roleOf(agent.actorId)).toMatchObject({ role: 'viewer', grantedRole: 'viewer' })
    expect((await agent.post(`/api/boards/${boardId}/lists`, { name: 'Mine' })).status).toBe(403)
  })

  test('a board that an agent makes or copies has its owner as an admin', {
    meta: { proves: ['member.agent-role.owner-of-new-board'] },
  }, async () => {
    for (const made of [
      await agent.post('/api/boards', { name: 'By an agent' }),
      await agent.post(`/api/boards/${boardId}/copy`, { name: 'Copied by an agent' }),
    ]) {
      expect(made.status).toBe(201)
      expect(made.body.role).toBe('admin')
      const members = (await grace.get(`/api/boards/${made.body.id}/members`)).body as { actorId: string; role: string }[]
      expect(new Map(members.map((member) => [member.actorId, member.role]))).toEqual(
        new Map([
          [agent.actorId, 'admin'],
          [grace.actorId, 'admin'],
        ]),
      )
      const log = (await grace.get(`/api/boards/${made.body.id}/activity`)).body as { verb: string; payload: object }[]
      expect(log).toContainEqual(expect.objectContaining({ verb: 'member.added', payload: { actorId: grace.actorId, role: 'admin' } }))
    }
  })
})
