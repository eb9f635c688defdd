import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../faults/rig/tandem.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { open, tryToOpen } from '../kit/socket.ts'

let tandem: TestService
let ada: Person
let token: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  token = (await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read'] })).body.token
})
afterAll(() => tandem?.stop())

const cookie = () => ({ cookie: ada.cookie ?? '' })
const bearer = (value = token) => ({ authorization: `Bearer ${value}` })
const ticketOf = async (who = ada) => (await who.post('/api/ws-ticket')).body.ticket as string
const withTicket = (ticket: string, headers = {}) => tryToOpen(tandem.url, headers, `?ticket=${encodeURIComponent(ticket)}`)

describe('who is let in', () => {
  test('by cookie, by bearer, and by ticket of either', async () => {
    for (const socket of [
      await open(tandem.url, { ...cookie(), origin: tandem.url }),
      await open(tandem.url, bearer()),
      await open(tandem.url, {}, `?ticket=${await ticketOf()}`),
      await open(tandem.url, {}, `?ticket=${await ticketOf(tandem.withToken(token) as Person)}`),
    ]) {
      await socket.settled()
      socket.close()
    }
  })

  test('no other caller: without a credential, with a wrong one, or with a token in the URL', async () => {
    const refusals = [
      [await tryToOpen(tandem.url), 401, 'unauthorized'],
      [await tryToOpen(tandem.url, { cookie: 'kb_session=nonsense' }), 401, 'unauthorized'],
      [await tryToOpen(tandem.url, bearer('kbt_nonsense')), 401, 'invalid_token'],
      [await tryToOpen(tandem.url, { ...cookie(), ...bearer('kbt_nonsense') }), 401, 'invalid_token'],
      [await tryToOpen(tandem.url, {}, `?token=${token}`), 401, 'unauthorized'],
      [await tryToOpen(tandem.url, {}, `?access_token=${token}`), 401, 'unauthorized'],
      [await withTicket(token), 401, 'unauthorized'],
      [await withTicket('nonsense', cookie()), 401, 'unauthorized'],
      [await withTicket(''), 401, 'unauthorized'],
    ] as const
    for (const [refusal, status, code] of refusals) expect(refusal).toEqual({ status, code })
  })

  test('no caller from a page of another origin, with any credential (F81)', async () => {
    for (const headers of [cookie(), bearer()]) {
      expect(await tryToOpen(tandem.url, { ...headers, origin: 'https://evil.example' })).toEqual({ status: 403, code: 'forbidden' })
      expect(await tryToOpen(tandem.url, { ...headers, origin: 'null' })).toEqual({ status: 403, code: 'forbidden' })
    }
    expect(await statusOfUpgrade('/ws', 'websocket', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    const ticket = await ticketOf()
    expect(await withTicket(ticket, { origin: 'https://evil.example' })).toEqual({ status: 403, code: 'forbidden' })
  })

  test('without Origin by cookie, bearer and ticket: only programs leave it out (F115)', async () => {
    const query = `?ticket=${await ticketOf()}`
    expect(await statusOfUpgrade('/ws', 'websocket')).toBe(101)
    expect(await statusOfUpgrade('/ws', 'websocket', bearer())).toBe(101)
    expect(await statusOfUpgrade(`/ws${query}`, 'websocket')).toBe(101)
  })

  test('the same paths without an upgrade, and other paths with one, are answered in the envelope', async () => {
    expect((await ada.get('/ws')).status).toBe(400)
    expect(await statusOfUpgrade('/api/boards', 'websocket')).toBe(200)
    expect(await statusOfUpgrade('/nowhere', 'websocket')).toBe(404)
    expect(await statusOfUpgrade('/api/boards', 'h2c')).toBe(200)
    expect(await statusOfUpgrade('/ws', 'h2c')).toBe(400)
  })

  test('where MCP has a port of its own, an upgrade request is ignored there too', async ({ onTestFinished }) => {
    const apart = await startTestService({ environment: { MCP_PORT: String(await freePort()) } })
    onTestFinished(() => apart.stop())
    const at = `http://127.0.0.1:${apart.config.MCP_PORT}`
    for (const protocol of ['h2c', 'websocket', 'x']) expect(await statusOfUpgrade('/mcp', protocol, {}, at)).toBe(401)
    expect(await statusOfUpgrade('/ws', 'websocket', {}, at)).toBe(404)
    const sockets = () => new Promise((resolve) => apart.service.mcpApp?.server.getConnections((_error, count) => resolve(count)))
    for (const leave of ['resetAndDestroy', 'end'] as const) {
      const socket = connect(Number(apart.config.MCP_PORT), '127.0.0.1')
      socket.write('GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      await once(socket, 'data')
      socket[leave]()
    }
    await until(async () => (await sockets()) === 0)
  })

  function statusOfUpgrade(path: string, upgrade: string, more = {}, at = tandem.url): Promise<number> {
    const headers = {
      ...cookie(),
      ...more,
      connection: 'Upgrade',
      upgrade,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    return new Promise((resolve, reject) => {
      const asked = request(`${at}${path}`, { headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      asked.on('upgrade', (_response, socket) => {
        socket.destroy()
        resolve(101)
      })
      asked.on('error', reject)
      asked.end()
    })
  }
})

describe('tickets', () => {
  test('leave no row in the audit log, which each connection of a browser would fill', async () => {
    const acts = async () => (await ada.get('/api/me/audit?limit=200')).body.map(({ act }: { act: string }) => act)
    const before = await acts()
    await withTicket(await ticketOf())
    expect(await acts()).toEqual(before)
  })

  test('one is for one handshake, also when two come with it at once (F81)', async () => {
    const once = await ticketOf()
    ;(await open(tandem.url, {}, `?ticket=${once}`)).close()
    expect(await withTicket(once)).toEqual({ status: 401, code: 'unauthorized' })
    const raced = await ticketOf()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => withTicket(raced)))
    expect(outcomes.filter((outcome) => 'ws' in outcome)).toHaveLength(1)
    for (const outcome of outcomes) if ('ws' in outcome) outcome.close()
  })

  test('it lasts 30 seconds, and no longer than the credential that it was made with', async () => {
    const late = await ticketOf()
    tandem.clock.advance(29_000)
    const inTime = await ticketOf()
    tandem.clock.advance(2_000)
    expect(await withTicket(late)).toEqual({ status: 401, code: 'unauthorized' })
    ;(await open(tandem.url, {}, `?ticket=${inTime}`)).close()

    const minted = (await ada.post('/api/tokens', { label: 'brief', scopes: ['boards:read'] })).body
    const orphan = await ticketOf(tandem.withToken(minted.token) as Person)
    await ada.delete(`/api/tokens/${minted.id}`)
    expect(await withTicket(orphan)).toEqual({ status: 401, code: 'unauthorized' })
  })

  test('it is kept as a hash, shown once, and swept away', async () => {
    const answer = await ada.post('/api/ws-ticket', { clientMutationId: 'again' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ ticket: expect.any(String), expiresAt: expect.any(String) })
    expect((await ada.post('/api/ws-ticket', { clientMutationId: 'again' })).body.ticket).toBeNull()
    const stored = await tandem.database.pool.query('select * from socket_tickets')
    expect(JSON.stringify(stored.rows)).not.toContain(answer.body.ticket)
    expect((await tandem.anonymous.post('/api/ws-ticket')).status).toBe(401)
    tandem.clock.advance(2 * 3_600_000)
    await tandem.service.workers.retention.runOnce()
    expect((await tandem.database.pool.query('select from socket_tickets')).rowCount).toBe(0)
  })
})
