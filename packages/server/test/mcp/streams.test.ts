import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bound } from '../../src/db/database.ts'
import { standingClock } from '../kit/clock.ts'
import { beginHolding } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { type Connected, connect as letIn, postForm, redeem, refreshWith } from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras } from './client.ts'
import { acknowledged, listen } from './listen.ts'
import { callTool, post } from './raw.ts'
import { endWork, type Setup, startWork } from './working.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

const working = (setup: Partial<Setup> = {}) => startWork({ service: tandem, owner: ada, ...setup })
const ended = (setup: Partial<Setup> = {}) => endWork({ service: tandem, owner: ada, ...setup })

/** Counts the queries for the current rights of a token; the first `failing` of them get no connection. */
function watchRenewals({ database }: TestService, failing = 0) {
  let count = 0
  const ask = database.row
  vi.spyOn(database, 'row').mockImplementation(async (statement, values) => {
    if (
      bound(statement).statement.text.includes('from tokens t') &&
      bound(statement).statement.text.endsWith('t.id = $1') &&
      ++count <= failing
    )
      throw new Error('timeout exceeded when trying to connect')
    return ask(statement, values)
  })
  return { count: () => count }
}

describe('a stream of subscriptions', () => {
  test('tells of what it asked for and may read, and of nothing else', { meta: { proves: ['mcp.stream.told'] } }, async () => {
    const { board, card, session, token, robo, tree } = await working()
    const foreign = await working({ owner: await tandem.register('Eve') })
    const other = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Other' })).body
    const uris = [
      `card://${card.key}`,
      `session://${session.id}`,
      `card://${foreign.card.key}`,
      `board://${foreign.board.id}`,
      'me://work',
      'odd://x',
    ]
    const stream = await listen(tandem.url, token, uris)
    await until(() => stream.messages.length > 0)
    expect(acknowledged(stream.messages)).toEqual([`card://${card.key}`, `session://${session.id}`, 'me://work'])
    expect(stream.headers.get('x-accel-buffering')).toBe('no')

    await ada.patch(`/api/cards/${other.id}`, { title: 'Else' })
    await foreign.robo.post(`/api/sessions/${foreign.session.id}/events`, { op: 'progress', note: 'x' })
    await ada.patch(`/api/cards/${card.id}`, { title: 'Pumps' })
    await until(() => stream.updated().length === 1)
    expect(stream.updated()).toEqual([`card://${card.key}`])
    await robo.post(`/api/sessions/${session.id}/events`, { op: 'ask_human', question: 'Which?' })
    await ada.post(`/api/sessions/${session.id}/answer`, { answer: 'A' })
    await until(() => stream.updated().includes(`session://${session.id}`))
    await ada.post(`/api/cards/${other.id}/comments`, { body: `@${robo.handle} look` })
    await until(() => stream.updated().includes('me://work'))
    expect(stream.updated().filter((uri: string) => uri.includes(board.id))).toEqual([])
    stream.close()
  })

  test('goes along with a card to another board, and not to one that may not be read', async () => {
    const { token, robo, tree } = await working()
    const boards = await Promise.all(
      ['Next', 'Shut'].map(async (name) => (await ada.post('/api/boards', { name, template: 'kanban' })).body),
    )
    const [next, shut] = boards as [any, any]
    await ada.post(`/api/boards/${next.id}/members`, { actorId: robo.actorId, role: 'member' })
    const listOf = async (id: string) => (await ada.get(`/api/boards/${id}`)).body.lists[0].id
    const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Wanders' })).body
    const stream = await listen(tandem.url, token, [`card://${card.key}`])
    await until(() => acknowledged(stream.messages).length === 1)
    await ada.patch(`/api/cards/${card.id}`, { listId: await listOf(next.id) })
    await until(() => stream.updated().length === 1)
    await ada.patch(`/api/cards/${card.id}`, { title: 'Has wandered' })
    await until(() => stream.updated().length === 2)
    await ada.patch(`/api/cards/${card.id}`, { listId: await listOf(shut.id) })
    await until(() => stream.isOver())
    expect(stream.updated()).toEqual([`card://${card.key}`, `card://${card.key}`])
  })

  test('goes along with a session whose card goes to another board, and not to one that may not be read', async () => {
    const { card, session, token, robo, tree } = await ended()
    const other = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Other' })).body
    const listOn = async (name: string, isMember: boolean) => {
      const { id } = (await ada.post('/api/boards', { name, template: 'kanban' })).body
      if (isMember) await ada.post(`/api/boards/${id}/members`, { actorId: robo.actorId, role: 'member' })
      return (await ada.get(`/api/boards/${id}`)).body.lists[0].id
    }
    const uri = `session://${session.id}`
    const [stream, beside] = [await listen(tandem.url, token, [uri]), await listen(tandem.url, token, [uri, 'me://work'])]
    await until(() => acknowledged(stream.messages).length === 1 && acknowledged(beside.messages).length === 2)
    await ada.patch(`/api/cards/${card.id}`, { listId: await listOn('Next', true) })
    await until(() => stream.updated().length === 1 && beside.updated().length === 1)
    await ada.patch(`/api/cards/${card.id}`, { listId: await listOn('Next again', true) })
    await until(() => stream.updated().length === 2 && beside.updated().length === 2)
    await ada.patch(`/api/cards/${card.id}`, { listId: await listOn('Shut', false) })
    await until(() => stream.isOver())
    await ada.patch(`/api/cards/${card.id}`, { listId: await listOn('Open', true) })
    await ada.post(`/api/cards/${other.id}/comments`, { body: `@${robo.handle} look` })
    await until(() => beside.updated().includes('me://work'))
    expect([stream.updated(), beside.updated()]).toEqual([
      [uri, uri],
      [uri, uri, 'me://work'],
    ])
    beside.close()
  })

  test('follows what has moved between being looked up and being followed', async () => {
    const service = await startTestService()
    const { database } = service
    const owner = await service.register('Ada')
    const { board, card, session, robo, token } = await ended({ service, owner })
    const next = (await owner.post('/api/boards', { name: 'Next', template: 'kanban' })).body
    await owner.post(`/api/boards/${next.id}/members`, { actorId: robo.actorId, role: 'member' })
    const [list] = (await owner.get(`/api/boards/${next.id}`)).body.lists
    const uris = [`card://${card.key}`, `session://${session.id}`]
    const isAsked = Promise.withResolvers<void>()
    const isMoved = Promise.withResolvers<void>()
    let isLookedUp = false
    const ask = database.row
    vi.spyOn(database, 'row').mockImplementation(async (query, given) => {
      const { statement, values } = bound(query, given)
      if (isLookedUp && values[0] === board.id && values[1] === robo.actorId) {
        isAsked.resolve()
        await isMoved.promise
      }
      isLookedUp ||= statement.text.includes('from sessions s')
      return ask(query, given)
    })
    const opening = listen(service.url, token, uris)
    await isAsked.promise
    expect((await owner.patch(`/api/cards/${card.id}`, { listId: list.id })).status).toBe(200)
    isMoved.resolve()
    const stream = await opening
    await until(() => acknowledged(stream.messages).length === 2)
    await owner.patch(`/api/cards/${card.id}`, { title: 'There' })
    await until(() => stream.updated().includes(uris[0]))
    stream.close()
    await service.stop()
  })

  test('stays with a card that has gone to another board and come back, also before it was looked for there', async () => {
    const service = await startTestService()
    const { database } = service
    const owner = await service.register('Ada')
    const { tree, robo, token } = await working({ service, owner })
    const card = (await owner.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Wanders' })).body
    const shut = (await owner.post('/api/boards', { name: 'Shut', template: 'kanban' })).body
    const there = (await owner.get(`/api/boards/${shut.id}`)).body.lists[0].id
    const stream = await listen(service.url, token, [`card://${card.key}`])
    await until(() => acknowledged(stream.messages).length === 1)
    const isBack = Promise.withResolvers<void>()
    const ask = database.row
    vi.spyOn(database, 'row').mockImplementation(async (query, given) => {
      const { values } = bound(query, given)
      if (values[0] === card.id && values[1] === robo.actorId) await isBack.promise
      return ask(query, given)
    })
    expect((await owner.patch(`/api/cards/${card.id}`, { listId: there })).status).toBe(200)
    expect((await owner.patch(`/api/cards/${card.id}`, { listId: tree.lists[0].id })).status).toBe(200)
    isBack.resolve()
    await until(() => stream.updated().length > 0 || stream.isOver())
    const before = stream.updated().length
    await owner.patch(`/api/cards/${card.id}`, { title: 'Is back' })
    await until(() => stream.updated().length > before || stream.isOver())
    expect(stream.isOver()).toBe(false)
    stream.close()
    await service.stop()
  })

  test('stays with a card that comes back while it is being looked for on the other board', async () => {
    const service = await startTestService()
    const { database } = service
    const owner = await service.register('Ada')
    const { tree, robo, token } = await working({ service, owner })
    const next = (await owner.post('/api/boards', { name: 'Next', template: 'kanban' })).body
    const there = (await owner.get(`/api/boards/${next.id}`)).body.lists[0].id
    await owner.post(`/api/boards/${next.id}/members`, { actorId: robo.actorId, role: 'member' })
    const create = async (title: string) => (await owner.post(`/api/lists/${tree.lists[0].id}/cards`, { title })).body
    const [card, other] = [await create('Wanders'), await create('Stays')]
    const stream = await listen(service.url, token, [`card://${card.key}`])
    const beside = await listen(service.url, token, [`card://${other.key}`])
    const lost = await listen(service.url, token, [`board://${next.id}`])
    await until(() => [stream, beside, lost].every(({ messages }) => acknowledged(messages).length === 1))
    const isBack = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    const ask = database.row
    vi.spyOn(database, 'row').mockImplementation(async (query, given) => {
      const { values } = bound(query, given)
      if (values[0] === next.id && values[1] === robo.actorId) {
        isAsked.resolve()
        await isBack.promise
      }
      return ask(query, given)
    })
    expect((await owner.patch(`/api/cards/${card.id}`, { listId: there })).status).toBe(200)
    await isAsked.promise
    expect((await owner.patch(`/api/cards/${card.id}`, { listId: tree.lists[0].id })).status).toBe(200)
    await owner.patch(`/api/cards/${other.id}`, { title: 'Else' })
    await until(() => beside.updated().length > 0)
    isBack.resolve()
    await until(() => stream.updated().length > 0)
    await owner.delete(`/api/boards/${next.id}/members/${robo.actorId}`)
    await until(() => lost.isOver())
    const before = stream.updated().length
    await owner.patch(`/api/cards/${card.id}`, { title: 'Is back' })
    await until(() => stream.updated().length > before || stream.isOver())
    expect(stream.isOver()).toBe(false)
    for (const each of [stream, beside]) each.close()
    await service.stop()
  })

  test('ends with the token that opened it', { meta: { proves: ['mcp.stream.ends'] } }, async () => {
    const { card, token, robo } = await working()
    const stream = await listen(tandem.url, token, [`card://${card.key}`])
    await until(() => acknowledged(stream.messages).length === 1)
    const [minted] = (await ada.get('/api/tokens')).body.filter((row: any) => row.actorId === robo.actorId)
    await ada.delete(`/api/tokens/${minted.id}`)
    await until(() => stream.isOver())
    await ada.patch(`/api/cards/${card.id}`, { title: 'Secret' })
    expect(stream.updated()).toEqual([])
  })

  test('ends with the grant of the program that opened it, however that ends', { meta: { proves: ['mcp.stream.ends'] } }, async () => {
    const { board, card } = await working()
    const ends: Record<string, (program: Connected) => Promise<unknown>> = {
      'shut out': ({ clientId }) => ada.delete(`/api/oauth/clients/${clientId}`),
      'given back': ({ clientId, refresh: token }) => postForm(`${tandem.url}/oauth/revoke`, { token, client_id: clientId }),
      'a code used twice': ({ clientId, code, verifier }) => redeem(tandem.url, clientId, code, verifier),
      async 'a refresh token that came back'({ clientId, refresh }) {
        await refreshWith(tandem.url, clientId, refresh)
        tandem.clock.advance(61_000)
        await refreshWith(tandem.url, clientId, refresh)
      },
    }
    for (const [how, end] of Object.entries(ends)) {
      const program = await letIn(tandem.url, ada.cookie ?? '', { boardIds: [board.id] })
      const stream = await listen(tandem.url, program.access, [`card://${card.key}`])
      await until(() => acknowledged(stream.messages).length === 1)
      await end(program)
      await until(() => stream.isOver())
      await ada.patch(`/api/cards/${card.id}`, { title: `Secret after ${how}` })
      expect([how, stream.updated()]).toEqual([how, []])
    }
  })

  test('ends when its last board is lost, and tells no more of one that is lost before', {
    meta: { proves: ['mcp.stream.ends'] },
  }, async () => {
    const { board, card, token, robo } = await working()
    const kept = (await ada.post('/api/boards', { name: 'Kept', template: 'kanban' })).body
    await ada.post(`/api/boards/${kept.id}/members`, { actorId: robo.actorId, role: 'member' })
    const both = await listen(tandem.url, token, [`card://${card.key}`, `board://${kept.keyPrefix}`])
    const one = await listen(tandem.url, token, [`board://${board.id}`])
    await until(() => acknowledged(both.messages).length === 2 && acknowledged(one.messages).length === 1)
    await ada.delete(`/api/boards/${board.id}/members/${robo.actorId}`)
    await until(() => one.isOver())
    const before = both.updated().length
    await ada.patch(`/api/cards/${card.id}`, { title: 'Secret' })
    await ada.patch(`/api/boards/${kept.id}`, { name: 'Kept on' })
    await until(() => both.updated().includes(`board://${kept.keyPrefix}`))
    expect(both.updated().slice(before)).toEqual([`board://${kept.keyPrefix}`])
    expect(both.isOver()).toBe(false)
    both.close()
  })

  test('tells a program nothing more of a board that its person was removed from', async () => {
    const mia = await tandem.register('Mia')
    const { board, card, session } = await working({ owner: mia })
    const kept = (await ada.post('/api/boards', { name: 'Kept', template: 'kanban' })).body
    await mia.post(`/api/boards/${board.id}/members`, { actorId: ada.actorId, role: 'member' })
    const scout = await tandem.agent(ada, 'Scout', [kept.id])
    await tandem.lend(ada, scout, mia, board.id)
    const { access } = await letIn(tandem.url, ada.cookie ?? '', {
      agent: scout.actorId,
      boardIds: [board.id, kept.id],
      scope: 'boards:read sessions:read notifications:read',
    })
    const uris = [`card://${card.key}`, `session://${session.id}`, `board://${board.id}`]
    const lost = await listen(tandem.url, access, uris)
    const both = await listen(tandem.url, access, [...uris, `board://${kept.id}`, 'me://work'])
    await until(() => acknowledged(lost.messages).length === 3 && acknowledged(both.messages).length === 5)
    await mia.patch(`/api/cards/${card.id}`, { title: 'Hers too' })
    await until(() => lost.updated().length === 2 && both.updated().length === 2)

    await mia.delete(`/api/boards/${board.id}/members/${ada.actorId}`)
    await mia.patch(`/api/cards/${card.id}`, { title: 'Secret' })
    await mia.post(`/api/cards/${card.id}/comments`, { body: `@${scout.handle} secret` })
    await until(() => lost.isOver())
    await ada.patch(`/api/boards/${kept.id}`, { name: 'Kept on' })
    await until(() => both.updated().includes(`board://${kept.id}`))
    expect(lost.updated().toSorted()).toEqual([`board://${board.id}`, `card://${card.key}`])
    expect(both.updated().toSorted()).toEqual([`board://${board.id}`, `board://${kept.id}`, `card://${card.key}`].toSorted())
    both.close()
  })

  test('asks what its token may still read together with the others of that token', async () => {
    const service = await startTestService()
    const { card, token } = await working({ service, owner: await service.register('Ada') })
    const streams = await Promise.all(Array.from({ length: 16 }, () => listen(service.url, token, [`card://${card.key}`])))
    await until(() => streams.every(({ messages }) => acknowledged(messages).length === 1))
    const questions = watchRenewals(service)
    await service.withToken(token).patch(`/api/cards/${card.id}`, { title: 'Pumps' })
    await until(() => streams.every(({ updated }) => updated().length === 1))
    expect(questions.count()).toBeLessThan(4)
    for (const stream of streams) stream.close()
    await service.stop()
  })

  test('keeps its news, and stays, when the database has no time for that question', async () => {
    const service = await startTestService()
    const { card, token } = await working({ service, owner: await service.register('Ada') })
    const stream = await listen(service.url, token, [`card://${card.key}`])
    await until(() => acknowledged(stream.messages).length === 1)
    const questions = watchRenewals(service, 1)
    await service.withToken(token).patch(`/api/cards/${card.id}`, { title: 'Pumps' })
    await until(() => stream.updated().length > 0 || stream.isOver())
    expect([stream.updated(), stream.isOver(), questions.count()]).toEqual([[`card://${card.key}`], false, 2])
    stream.close()
    await service.stop()
  })

  test('counts as many requests as it has addresses', async () => {
    const service = await startTestService({ environment: { RATE_LIMIT_TOKEN: '6/20' }, clock: standingClock() })
    const { card, session, board, robo, token } = await working({ service, owner: await service.register('Ada') })
    const left = async () => Number((await robo.get('/api/me')).headers.get('ratelimit-remaining'))
    const before = await left()
    const stream = await listen(service.url, token, [`card://${card.key}`, `session://${session.id}`, `board://${board.id}`, 'odd://x'])
    await until(() => acknowledged(stream.messages).length === 3)
    expect(before - (await left())).toBe(5)
    stream.close()
    await service.stop()
  })

  test('is one of sixteen of a token at most, until one is closed', {
    meta: { proves: ['mcp.stream.ends', 'limit.mcp.streams'] },
  }, async () => {
    const { card, token } = await working()
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => listen(tandem.url, token, [`card://${card.key}`])))
    const open = atOnce.filter(({ status }) => status === 200)
    expect(open).toHaveLength(16)
    await until(() => open.every(({ messages }) => messages.length > 0))
    const over = await listen(tandem.url, token, [`card://${card.key}`])
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    open[0]?.close()
    await until(async () => {
      const again = await listen(tandem.url, token, [`card://${card.key}`])
      if (again.status !== 200) return false
      again.close()
      return true
    })
    for (const stream of open) stream.close()
  })

  test('keeps no place for a client that hangs up before it is answered', async () => {
    // Four requests wait, each with a connection; two more ask and hold the lock.
    const service = await startTestService({ environment: { DATABASE_POOL_SIZE: '16' } })
    const { card, token } = await working({ service, owner: await service.register('Ada') })
    const uris = [`card://${card.key}`]
    const lock = await service.database.pool.connect()
    await lock.query(`${beginHolding}; lock table cards in access exclusive mode`)
    const hangUps = Array.from({ length: 4 }, () => new AbortController())
    const early = hangUps.map((hangUp) => listen(service.url, token, uris, hangUp).catch(() => null))
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from (select c.*%'`
    await until(async () => (await service.database.pool.query(waiting)).rows.length > 0)
    for (const hangUp of hangUps) hangUp.abort()
    expect(await Promise.all(early)).toEqual([null, null, null, null])
    await lock.query('commit')
    lock.release()
    await until(async () => {
      const all = await Promise.all(Array.from({ length: 16 }, () => listen(service.url, token, uris)))
      for (const stream of all) stream.close()
      return all.every(({ status }) => status === 200)
    })
    await service.stop()
  })

  test('and a wait end in good order when the service stops', async () => {
    const stopping = await startTestService()
    const { card, session, token } = await working({ service: stopping, owner: await stopping.register('Ada') })
    const stream = await listen(stopping.url, token, [`card://${card.key}`])
    await until(() => stream.messages.length > 0)
    const call = callTool('session_read', {
      method: 'poll_events',
      params: { sessionId: session.id, since: '2999-01-01T00:00:00Z', waitSeconds: 25 },
    })
    const waiting = post(stopping.url, token, call.body, call.headers).catch(() => null)
    await stopping.stop()
    await stream.reading
    expect(stream.messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } })
    await waiting
  })

  test('an older client is not promised one', async () => {
    const { token } = await working()
    for (const era of eras) {
      const client = await connect(tandem.url, token, era)
      expect(client.client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: era === 'modern' })
      await client.close()
    }
  })
})
