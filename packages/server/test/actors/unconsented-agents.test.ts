import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Memberships from before the rule become requests. Specification: beyond §1. */
let tandem: TestService
let [ada, mallory] = [] as unknown as [Person, Person]

beforeAll(async () => {
  tandem = await startTestService()
  ;[ada, mallory] = [await tandem.register('Ada'), await tandem.register('Mallory')]
})
afterAll(() => tandem?.stop())

/** The part of the migration that turns memberships into requests. */
async function migrate(): Promise<void> {
  const text = await readFile(new URL('../../migrations/0022_agent_consent.sql', import.meta.url), 'utf8')
  await tandem.database.pool.query(text.slice(text.indexOf('create temporary table agent_admins')))
}

test('an agent that somebody else had added is taken off and asked for; one that its owner added, or that made the board, stays (F96)', {
  meta: { proves: ['agent.consent.migration'] },
}, async () => {
  const robo = await tandem.agent(ada, 'Robo')
  const maker = await tandem.agent(ada, 'Maker', [], ['boards:write', 'boards:read'])
  const made = (await maker.post('/api/boards', { name: 'Made by an agent' })).body.id
  const own = (await ada.post('/api/boards', { name: 'Own' })).body.id
  await ada.post(`/api/boards/${own}/members`, { actorId: robo.actorId, role: 'member' })
  const board = (await mallory.post('/api/boards', { name: 'Trap', template: 'kanban' })).body.id
  const listId = (await mallory.get(`/api/boards/${board}`)).body.lists[0].id
  const cardId = (await mallory.post(`/api/lists/${listId}/cards`, { title: 'Run this' })).body.id
  // As it was before: a member by the word of Mallory alone, with a session under way. Ada had been added to the board too.
  await mallory.post(`/api/boards/${board}/members`, { actorId: ada.actorId, role: 'member' })
  const { requestId } = (await mallory.post(`/api/boards/${board}/members`, { actorId: robo.actorId, role: 'admin' })).body
  await ada.post(`/api/agents/${robo.actorId}/requests/${requestId}`, { accept: true })
  const session = (await mallory.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })).body.session
  await tandem.database.pool.query('alter table activities disable trigger user')
  await tandem.database.pool.query(
    `update activities set actor_id = $1 where verb = 'member.added' and payload ->> 'actorId' = $2 and board_id = $3`,
    [mallory.actorId, robo.actorId, board],
  )
  await tandem.database.pool.query('alter table activities enable trigger user')

  await migrate()
  expect((await robo.get(`/api/boards/${board}`)).status).toBe(404)
  await tandem.service.workers.unconsentedAgents.runOnce()

  expect((await robo.get(`/api/boards/${own}`)).status).toBe(200)
  expect((await maker.get(`/api/boards/${made}`)).status).toBe(200)
  expect((await mallory.get(`/api/sessions/${session.id}`)).body).toMatchObject({ state: 'error', failureReason: 'member_removed' })
  expect((await mallory.get(`/api/cards/${cardId}`)).body.card.delegation).toBeNull()
  const [request, ...more] = (await ada.get(`/api/agents/${robo.actorId}/requests`)).body
  expect([request, more]).toEqual([expect.objectContaining({ boardId: board, role: 'admin' }), []])
  expect(request.requestedBy.id).toBe(mallory.actorId)
  expect((await ada.get('/api/notifications?unread=true')).body).toContainEqual(
    expect.objectContaining({ reason: 'agent_requested', requestId: request.id }),
  )
  const verbs = ((await mallory.get(`/api/boards/${board}/activity`)).body as { verb: string }[]).map((each) => each.verb)
  expect(verbs.slice(0, 2).toSorted()).toEqual(['member.removed', 'member.requested'])

  // A second round, and a second migration, find nothing more.
  expect(await tandem.service.workers.unconsentedAgents.runOnce()).toBe(0)
  expect((await ada.post(`/api/agents/${robo.actorId}/requests/${request.id}`, { accept: true })).status).toBe(200)
  await migrate()
  expect((await robo.get(`/api/boards/${board}`)).status).toBe(200)
})
