import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { scenario } from '../../src/scenario.ts'

let tandem: TestService
const day = 86_400_000

beforeAll(async () => {
  tandem = await startTestService()
})
afterAll(() => tandem?.stop())

scenario('a web session lasts 30 days from its last use', ['auth.cookie.rolling-30-days'], async () => {
  const [used, unused] = [await tandem.register('Used'), await tandem.register('Unused')]
  for (let use = 0; use < 3; use++) {
    tandem.clock.advance(29 * day)
    const answer = await used.get('/api/me')
    expect(answer.status).toBe(200)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie.startsWith(`${used.cookie};`)).toBe(true)
    const ends = Date.parse(/Expires=([^;]+)/i.exec(cookie)?.[1] ?? '')
    expect(Math.abs(ends - tandem.clock.now() - 30 * day)).toBeLessThan(day / 24)
    if (use === 0) expect((await unused.get('/api/me')).status).toBe(200)
  }
  const gone = await unused.get('/api/me')
  expect([gone.status, gone.body.error.code]).toEqual([401, 'unauthorized'])
  tandem.clock.advance(30 * day + 1000)
  expect((await used.get('/api/me')).status).toBe(401)
})

scenario('the database holds only the hash of a session cookie', ['auth.cookie.stored-hashed'], async () => {
  const ada = await tandem.register('Ada')
  expect((await ada.post('/api/boards', { name: 'Engine', clientMutationId: 'one' })).status).toBe(201)
  expect((await ada.patch('/api/me', { name: 'Ada L.' })).status).toBe(200)
  const secret = ada.cookie?.split('=')[1] ?? ''
  const { rows: tables } = await tandem.database.pool.query(`select tablename from pg_tables where schemaname = 'public'`)
  let dump = ''
  for (const { tablename } of tables) {
    const { rows } = await tandem.database.pool.query(`select t::text as text from "${tablename}" t`)
    dump += JSON.stringify(rows)
  }
  expect(secret.length).toBeGreaterThan(20)
  expect(dump).toContain(createHash('sha256').update(secret).digest('hex'))
  for (const form of [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret, 'base64url').toString('hex'),
  ])
    expect(dump).not.toContain(form)
})
