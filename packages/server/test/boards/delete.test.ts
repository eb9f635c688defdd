import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createBoardRemoval } from '../../src/workers/board-removal.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('deleting a board', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  let boardId: string
  let card: { id: string; key: string }

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
    const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    card = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump', assigneeActorIds: [mia.actorId] })).body
    await mia.post(`/api/cards/${card.id}/comments`, { body: 'Look' })
    await mia.post(`/api/cards/${card.id}/checklist-items`, { text: 'Oil' })
    await ada.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['*'] })
    const robo = await tandem.agent(ada, 'Robo', [boardId])
    await robo.post(`/api/cards/${card.id}/sessions`)
  })

  const remove = (name = 'Engine', by = ada) => by.delete(`/api/boards/${boardId}?name=${encodeURIComponent(name)}`)
  const archive = () => ada.patch(`/api/boards/${boardId}`, { archived: true })

  test('takes an archived board, its name repeated, and an admin; anything less changes nothing', async () => {
    expect((await remove()).status).toBe(409)
    await archive()
    expect([(await remove('engine')).status, (await remove('')).status, (await remove('Engine', mia)).status]).toEqual([400, 400, 403])
    expect((await (await tandem.register('Eve')).delete(`/api/boards/${boardId}?name=Engine`)).status).toBe(404)
    expect((await ada.get(`/api/boards/${boardId}`)).status).toBe(200)
    expect((await remove()).status).toBe(204)
  })

  test('is at once as if it had never been: for reads, lists, keys, inboxes and tokens; its prefix is free again', async () => {
    const token = (await mia.post('/api/tokens', { label: 'x', scopes: ['boards:read', `board:${boardId}`] })).body.token
    const { keyPrefix } = (await archive()).body
    await remove()
    for (const by of [ada, mia, tandem.withToken(token)]) {
      const paths = [`/api/boards/${boardId}`, `/api/boards/${boardId}/activity`, `/api/cards/${card.id}`, `/api/cards/by-key/${card.key}`]
      for (const path of paths) expect([path, (await by.get(path)).status]).toEqual([path, 404])
    }
    expect((await mia.get('/api/notifications')).body.filter((row: { boardId: string }) => row.boardId === boardId)).toEqual([])
    expect((await ada.post('/api/boards', { name: 'New', keyPrefix })).status).toBe(201)
  })

  test('leaves no row behind, and other boards as they are', async () => {
    const other = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    const otherList = (await ada.get(`/api/boards/${other}`)).body.lists[0].id
    const waiting = (await ada.post(`/api/lists/${otherList}/cards`, { title: 'waits' })).body.id
    await ada.put(`/api/cards/${card.id}/relations/${waiting}`, { kind: 'blocks' })
    await archive()
    expect((await ada.get(`/api/cards/${waiting}`)).body.card).toMatchObject({ blocked: false, relations: [{ kind: 'blocks' }] })
    await remove()
    expect((await ada.get(`/api/cards/${waiting}`)).body.card).toMatchObject({ blocked: false, relations: [] })
    const [told] = (await ada.get(`/api/boards/${other}/activity?limit=1`)).body
    expect(told).toMatchObject({ verb: 'card.unblocked', cardId: waiting, payload: { blockers: [], blockersElsewhere: 1 } })
    await tandem.service.workers.boardRemoval.runOnce()
    expect(await rowsOf(boardId)).toEqual({})
    expect((await ada.get(`/api/boards/${other}`)).body.lists[0].cards).toHaveLength(1)
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('with a card that has come from another board leaves in order what that one tells of it', async () => {
    const other = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    const from = (await ada.get(`/api/boards/${other}`)).body.lists[0].id
    const to = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    const guest = (await ada.post(`/api/lists/${from}/cards`, { title: 'Guest' })).body
    expect((await ada.patch(`/api/cards/${guest.id}`, { listId: to })).status).toBe(200)
    const told = (await ada.get(`/api/boards/${other}/activity`)).body
    await archive()
    await remove()
    await tandem.service.workers.boardRemoval.runOnce()
    expect((await ada.get(`/api/boards/${other}/activity`)).body).toEqual(told)
    expect((await ada.get(`/api/cards/by-key/${guest.key}`)).status).toBe(404)
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('leaves a consistent database when the removal stops at any step', async () => {
    await archive()
    await remove()
    const { database, clock } = tandem
    const log = pino({ level: 'silent' })
    for (let left = 1, done = false; !done; left++) {
      let begun = 0
      const begin = () => (begun++ < left ? database.begin() : Promise.reject(new Error('the machine is switched off')))
      const dying = createBoardRemoval({ database: { ...database, begin }, clock, log, metrics: createMetrics() })
      done = await dying.runOnce().then(
        () => true,
        () => false,
      )
      expect(await brokenIn(database), `after ${left} batches`).toEqual([])
    }
    expect(await rowsOf(boardId)).toEqual({})
  })

  test('can be begun by two at once', async () => {
    await archive()
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 404])
    const worker = tandem.service.workers.boardRemoval
    await Promise.all([worker.runOnce(), worker.runOnce()])
    expect(await rowsOf(boardId)).toEqual({})
  })

  /** How many rows name the board, by table. */
  async function rowsOf(id: string): Promise<Record<string, number>> {
    const { rows: tables } = await tandem.database.pool.query(`select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'board_id' and table_name in (select tablename from pg_tables) and table_name <> 'ledger'`)
    const found: Record<string, number> = {}
    for (const { table_name: table } of tables) {
      const { rows } = await tandem.database.pool.query(`select count(*) as count from ${table} where board_id = $1`, [id])
      if (rows[0].count > 0) found[table] = rows[0].count
    }
    return found
  }
})
