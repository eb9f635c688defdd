import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { localBus } from '../../src/live/bus.ts'
import { handClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'
import { open, type TestSocket, tryToOpen } from '../kit/socket.ts'

let one: TestService
let other: TestService
let ada: Person
let boardId: string
let listId: string

beforeAll(async () => {
  one = await startTestService()
  other = await startTestService({ address: one.address, clock: one.clock })
  ada = await one.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
})
afterAll(async () => {
  await other?.stop()
  await one?.stop()
})

const headersOf = (who: Person): Record<string, string> =>
  who.token ? { authorization: `Bearer ${who.token}` } : { cookie: who.cookie ?? '' }
const onBoth = async (who: Person): Promise<TestSocket[]> => [await open(one.url, headersOf(who)), await open(other.url, headersOf(who))]
const card = () => ada.post(`/api/lists/${listId}/cards`, { title: 'x' })
async function member(name: string): Promise<Person> {
  const person = await one.register(name)
  await ada.post(`/api/boards/${boardId}/members`, { actorId: person.actorId, role: 'member' })
  return person
}
async function tokenOf(owner: Person, scopes = ['boards:read'], more = {}): Promise<Person & { id: string }> {
  const { id, token, actorId } = (await owner.post('/api/tokens', { label: 'x', scopes, ...more })).body
  return { ...one.withToken(token), id, token, actorId, cookie: null, handle: '' }
}
const ended = (socket: TestSocket) => until(() => socket.closed)

describe('a credential that ends closes its sockets with 4401, on every instance, and no others (F64, F66, F84)', () => {
  async function endsOnly(doomed: TestSocket[], others: TestSocket[], act: () => Promise<{ status: number }>): Promise<void> {
    expect((await act()).status).toBeLessThan(300)
    for (const socket of doomed) expect((await ended(socket)).code).toBe(4401)
    for (const socket of others) {
      await socket.settled()
      expect(socket.closed).toBeNull()
      socket.close()
    }
  }

  test('a token that is revoked, and one that it minted', async () => {
    const parent = await tokenOf(ada, ['boards:read', 'tokens:write'])
    const child = await tokenOf(parent)
    const doomed = [...(await onBoth(parent)), ...(await onBoth(child))]
    await endsOnly(doomed, [...(await onBoth(ada)), ...(await onBoth(await tokenOf(ada)))], () => ada.delete(`/api/tokens/${parent.id}`))
    expect(await tryToOpen(other.url, headersOf(child))).toMatchObject({ status: 401 })
  })

  test('a socket that was opened with a ticket ends with the token behind it', async () => {
    const token = await tokenOf(ada)
    const { ticket } = (await token.post('/api/ws-ticket')).body
    const socket = await open(other.url, {}, `?ticket=${ticket}`)
    await endsOnly([socket], await onBoth(ada), () => ada.delete(`/api/tokens/${token.id}`))
  })

  test('a token that expires', async () => {
    const token = await tokenOf(ada, ['boards:read'], { expiresAt: new Date(one.clock.now() + 60_000).toISOString() })
    const doomed = await onBoth(token)
    await endsOnly(doomed, await onBoth(ada), async () => {
      one.clock.advance(61_000)
      return { status: 204 }
    })
  })

  test('a session that is signed out of', async () => {
    const mia = await one.register('Mia')
    const doomed = await onBoth(mia)
    await endsOnly(doomed, await onBoth(ada), () => mia.post('/api/auth/logout'))
  })

  test('the other sessions of who changes the password', async () => {
    const mia = await one.register('Mia')
    const { email } = (await mia.get('/api/me')).body
    const login = await one.anonymous.post('/api/auth/login', { email, password })
    const [cookie = ''] = (login.headers.getSetCookie()[0] ?? '').split(';')
    const doomed = await onBoth({ ...mia, cookie })
    const newPassword = 'another horse battery'
    await endsOnly(doomed, await onBoth(mia), () => mia.post('/api/auth/password', { currentPassword: password, newPassword }))
  })

  test('everything of a person who is deactivated: sessions, tokens, and those of their agents', async () => {
    const mia = await member('Mia')
    const robo = await one.agent(mia, 'Robo')
    const doomed = [...(await onBoth(mia)), ...(await onBoth(await tokenOf(mia))), ...(await onBoth(robo))]
    await endsOnly(doomed, await onBoth(ada), () => ada.patch(`/api/admin/actors/${mia.actorId}`, { deactivated: true }))
  })
})

test('an instance that no word reaches finds out within a second of its clock (F64, F65, F83, F84)', async () => {
  const clock = handClock()
  const deaf = await startTestService({ address: one.address, clock, bus: localBus })
  onTestFinished(() => deaf.stop())
  const mia = await member('Mia')
  const token = await tokenOf(ada)
  const [revoked, unharmed, removed] = [
    await open(deaf.url, headersOf(token)),
    await open(deaf.url, headersOf(ada)),
    await open(deaf.url, headersOf(mia)),
  ]
  await removed.subscribe(boardId)
  expect((await ada.delete(`/api/tokens/${token.id}`)).status).toBe(204)
  expect((await ada.delete(`/api/boards/${boardId}/members/${mia.actorId}`)).status).toBe(204)
  clock.advance(1_000)
  expect((await ended(revoked)).code).toBe(4401)
  expect(await removed.next('error')).toMatchObject({ boardId, error: { code: 'not_found' } })
  expect((await deaf.withToken(token.token ?? '').get('/api/me')).status).toBe(401)
  await unharmed.settled()
  for (const socket of [unharmed, removed]) socket.close()
})

describe('a board that is lost ends its subscription with an error, on every instance (F65, F83)', () => {
  test('who is removed hears nothing of it from there on, and of other boards as before', async () => {
    const mia = await member('Mia')
    const second = (await mia.post('/api/boards', { name: 'Own' })).body.id as string
    const sockets = await onBoth(mia)
    for (const socket of sockets) {
      await socket.subscribe(boardId)
      await socket.subscribe(second)
      socket.say({ type: 'presence', boardId, cardId: null })
      await socket.next('presence')
    }
    const [watcher] = await onBoth(ada)
    await watcher?.subscribe(boardId)
    await watcher?.next('presence', (frame) => frame.actors.length > 0)
    await card()
    await ada.delete(`/api/boards/${boardId}/members/${mia.actorId}`)
    await card()
    for (const socket of sockets) {
      expect(await socket.next('error')).toMatchObject({ boardId, error: { code: 'not_found' } })
      await mia.patch(`/api/boards/${second}`, { description: String(Math.random()) })
      await socket.next('event', (frame) => frame.boardId === second)
      const verbs = socket.frames.flatMap((frame) => (frame.type === 'event' && frame.boardId === boardId ? [frame.activity.verb] : []))
      expect(verbs).toEqual(['card.created'])
      socket.say({ type: 'subscribe', boardId })
      expect(await socket.next('error')).toMatchObject({ boardId, error: { code: 'not_found' } })
    }
    await watcher?.next('presence', (frame) => frame.actors.length === 0)
    for (const socket of sockets) socket.close()
  })

  test('who was removed and came back is replayed the whole log', async () => {
    const mia = await member('Mia')
    await ada.delete(`/api/boards/${boardId}/members/${mia.actorId}`)
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'viewer' })
    const head = (await ada.get(`/api/boards/${boardId}`)).body.seq as number
    for (const socket of await onBoth(mia)) {
      await socket.subscribe(boardId, 0)
      await until(() => socket.seqs(boardId).length >= head)
      socket.close()
    }
  })

  test('a role that changes takes nothing away that a viewer may read', async () => {
    const mia = await member('Mia')
    for (const socket of await onBoth(mia)) {
      await socket.subscribe(boardId)
      await ada.patch(`/api/boards/${boardId}/members/${mia.actorId}`, { role: 'viewer' })
      await socket.next('event', (frame) => frame.activity.verb === 'member.role_changed')
      await card()
      await socket.next('event', (frame) => frame.activity.verb === 'card.created')
      await ada.patch(`/api/boards/${boardId}/members/${mia.actorId}`, { role: 'member' })
      socket.close()
    }
  })

  test('a board that is deleted ends for all', async () => {
    const doomed = (await ada.post('/api/boards', { name: 'Brief' })).body.id as string
    const sockets = await onBoth(ada)
    for (const socket of sockets) await socket.subscribe(doomed)
    await ada.patch(`/api/boards/${doomed}`, { archived: true })
    expect((await ada.delete(`/api/boards/${doomed}`, { name: 'Brief' })).status).toBe(204)
    for (const socket of sockets) {
      expect(await socket.next('error')).toMatchObject({ boardId: doomed, error: { code: 'not_found' } })
      socket.close()
    }
  })
})
