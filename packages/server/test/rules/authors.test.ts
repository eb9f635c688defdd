import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataDirectory } from '../attachments/files.ts'
import type { Person, TestService } from '../kit/service.ts'
import { connect } from '../mcp/client.ts'
import { exported, importFile } from '../transfer/files.ts'
import { addMember, expectInvariants, makeBoard, type RuleBoard, startQuietly } from './fixture.ts'

let data: Awaited<ReturnType<typeof dataDirectory>>
let tandem: TestService
let ada: Person
let bob: Person
let board: RuleBoard
const runRules = () => tandem.service.workers.rules.runOnce()
const complete = [{ type: 'complete_card' }]
const whenUpdated = { verb: 'card.updated' }
const lacks = (scope: string) => ({ status: 403, body: { error: { code: 'forbidden', details: { requiredScope: scope } } } })

beforeAll(async () => {
  data = await dataDirectory()
  ;({ tandem, ada } = await startQuietly({ DATA_DIR: data.path }))
  bob = await tandem.register('Bob')
})
afterAll(async () => {
  if (tandem) await expectInvariants(tandem)
  await tandem?.stop()
  await data?.remove()
})
beforeEach(async () => {
  board = await makeBoard(ada)
  await addMember(ada, board.id, bob.actorId, 'admin')
})
const rules = () => `/api/boards/${board.id}/rules`

async function adaWith(...scopes: string[]): Promise<Person> {
  const { token } = (await ada.post('/api/tokens', { label: 'x', scopes })).body
  return { ...tandem.withToken(token), actorId: ada.actorId, handle: ada.handle, cookie: null, token }
}

describe('a token saves no rule that does what its scopes forbid', () => {
  test('by making, changing, enabling or rehearsing one; switching it off takes only the role (F104)', async () => {
    const token = await adaWith('boards:write')
    const [listId = ''] = board.lists
    const labelId = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'x', color: 'red' })).body.id
    const fieldId = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'x', type: 'text' })).body.id
    const agent = await tandem.agent(ada, 'Helper', [board.id])
    const cardActions = [
      { type: 'move_card', listId },
      { type: 'add_label', labelId },
      { type: 'remove_label', labelId },
      { type: 'assign', actorId: ada.actorId },
      { type: 'delegate', agentActorId: agent.actorId },
      { type: 'reopen_card' },
      { type: 'set_priority', priority: 'high' },
      { type: 'set_field', fieldId, value: 'x' },
      { type: 'archive_card' },
      { type: 'create_card', listId, title: 'x' },
      { type: 'add_checklist_item', text: 'x' },
      { type: 'complete_card' },
    ]
    for (const action of cardActions)
      expect(await token.post(rules(), { name: 'x', trigger: whenUpdated, actions: [action] })).toMatchObject(lacks('cards:write'))
    for (const action of [
      { type: 'add_comment', body: 'x' },
      { type: 'notify', to: 'assignees', message: 'x' },
    ])
      expect(await token.post(rules(), { name: 'x', trigger: whenUpdated, actions: [action] })).toMatchObject(lacks('comments:write'))
    expect(await token.post(rules(), { name: 'x', enabled: false, trigger: whenUpdated, actions: complete })).toMatchObject(
      lacks('cards:write'),
    )
    expect((await ada.get(rules())).body).toEqual([])

    const path = `/api/rules/${await board.rule(whenUpdated, complete)}`
    expect(await token.patch(path, { name: 'y' })).toMatchObject(lacks('cards:write'))
    expect(await token.patch(path, { enabled: false })).toMatchObject({ status: 200 })
    expect(await token.patch(path, { enabled: true })).toMatchObject(lacks('cards:write'))
    expect(await token.patch(path, { conditions: [{ field: 'title', op: 'is', value: 'x' }] })).toMatchObject(lacks('cards:write'))
    const cardId = await board.card('Pump')
    expect(await token.post(`${rules()}/test`, { trigger: whenUpdated, actions: complete, cardId })).toMatchObject(lacks('cards:write'))
    const able = await adaWith('boards:write', 'cards:write')
    expect(await able.patch(path, { enabled: true })).toMatchObject({ status: 200, body: { savedByActorId: ada.actorId } })
  })

  test('by copying a board, over MCP neither (F104)', async () => {
    await board.rule(whenUpdated, complete)
    const token = await adaWith('boards:write')
    const before = (await ada.get('/api/boards')).body.length
    expect(await token.post(`/api/boards/${board.id}/copy`, {})).toMatchObject(lacks('cards:write'))
    const mcp = await connect(tandem.url, token.token ?? '')
    expect(JSON.stringify(await mcp.refused('board_write', 'copy', { boardId: board.id }))).toContain('cards:write')
    await mcp.close()
    expect((await ada.get('/api/boards')).body.length).toBe(before)
    const able = await adaWith('boards:write', 'cards:write')
    const copied = await able.post(`/api/boards/${board.id}/copy`, {})
    expect((await ada.get(`/api/boards/${copied.body.id}/rules`)).body).toMatchObject([{ savedByActorId: ada.actorId }])
  })

  test('by importing one: it stays out, and the report says which scope is missing (F104)', async () => {
    await board.rule(whenUpdated, complete)
    await board.rule(whenUpdated, [{ type: 'add_comment', body: 'x' }], { name: 'Says so' })
    const text = JSON.stringify(await exported(tandem, ada, board.id))
    tandem.service.workers.start()
    const { boardId, report } = await importFile(tandem, await adaWith('boards:write', 'comments:write'), text, 'x.json')
    await tandem.service.workers.stop()
    expect((await ada.get(`/api/boards/${boardId}/rules`)).body).toMatchObject([{ name: 'Says so', savedByActorId: ada.actorId }])
    expect(report.skipped).toContainEqual(
      expect.objectContaining({ what: 'rule "A rule"', reason: expect.stringMatching(/lacks cards:write$/) }),
    )
  })
})

describe('a rule does what its author may do when it runs', () => {
  const removed = (who: Person) => ada.delete(`/api/boards/${board.id}/members/${who.actorId}`)
  const becomes = (role: string) => (who: Person) => ada.patch(`/api/boards/${board.id}/members/${who.actorId}`, { role })
  const deactivated = (who: Person) => ada.patch(`/api/admin/actors/${who.actorId}`, { deactivated: true })

  async function ruleOfBob(): Promise<{ id: string; by: Person }> {
    const id = await board.rule(whenUpdated, complete)
    const by = await tandem.register('Carl')
    await addMember(ada, board.id, by.actorId, 'admin')
    expect(await by.patch(`/api/rules/${id}`, { name: 'Of Carl' })).toMatchObject({
      body: { createdByActorId: ada.actorId, savedByActorId: by.actorId },
    })
    return { id, by }
  }
  async function touch(): Promise<string> {
    const cardId = await board.card('Pump')
    await ada.patch(`/api/cards/${cardId}`, { title: 'Changed' })
    return cardId
  }

  test.each([
    ['removed', removed, /no longer an active member/],
    ['made a viewer', becomes('viewer'), /role member/],
    ['deactivated', deactivated, /no longer an active member/],
  ] as const)('and pauses once they are %s; the admins are told why, and one of them takes it over', async (_what, falls, why) => {
    const { id, by } = await ruleOfBob()
    const cardId = await touch()
    expect((await falls(by)).status).toBeLessThan(300)
    expect((await ada.post(`/api/rules/${id}/test`, { cardId })).body).toMatchObject({
      wouldRun: false,
      reason: expect.stringMatching(why),
    })
    await runRules()
    expect((await board.read(cardId)).completedAt).toBe(null)
    expect((await ada.get(rules())).body).toMatchObject([{ enabled: false, pausedReason: expect.stringMatching(why) }])
    expect(await board.runs(id)).toMatchObject([{ state: 'skipped', reason: expect.stringMatching(why), actions: [] }])
    const told = (await bob.get('/api/notifications?unread=true')).body.filter((one: any) => one.boardId === board.id)
    expect(told).toMatchObject([{ reason: 'rule', excerpt: expect.stringMatching(why) }])
    expect((await bob.patch(`/api/rules/${id}`, { enabled: true })).body).toMatchObject({ savedByActorId: bob.actorId, pausedReason: null })
    const next = await touch()
    await runRules()
    expect((await board.read(next)).completedAt).not.toBe(null)
  })

  test('so a member who was an admin once goes on with what members may do (F104)', async () => {
    const { by } = await ruleOfBob()
    await becomes('member')(by)
    const cardId = await touch()
    await runRules()
    expect((await board.read(cardId)).completedAt).not.toBe(null)
  })

  test('of an agent, too: it ends with its owner', async () => {
    const owner = await tandem.register('Olga')
    await addMember(ada, board.id, owner.actorId, 'admin')
    const agent = await tandem.agent(owner, 'Scout', [], ['boards:write', 'cards:write'])
    await owner.post(`/api/boards/${board.id}/members`, { actorId: agent.actorId, role: 'admin' })
    const made = await agent.post(rules(), { name: 'x', trigger: whenUpdated, actions: complete })
    expect(made).toMatchObject({ status: 201, body: { savedByActorId: agent.actorId } })
    await deactivated(owner)
    const cardId = await touch()
    await runRules()
    expect((await board.read(cardId)).completedAt).toBe(null)
    expect((await ada.get(rules())).body).toMatchObject([{ enabled: false }])
  })

  test('by the clock as well', async () => {
    const { by } = await ruleOfBob()
    const timed = await by.post(rules(), { name: 'x', trigger: { schedule: { cron: '*/5 * * * *' } }, actions: complete })
    const cardId = await board.card('Pump')
    await removed(by)
    tandem.clock.advance(10 * 60_000)
    await runRules()
    expect((await board.read(cardId)).completedAt).toBe(null)
    expect((await ada.get(rules())).body).toContainEqual(expect.objectContaining({ id: timed.body.id, enabled: false }))
  })
})
