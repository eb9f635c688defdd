import { expect, onTestFinished, test } from 'vitest'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { atMost } from '../../src/outbound/resolve.ts'
import { startTestService } from '../kit/service.ts'

test('no name is resolved for whom the board refuses, nor to give out a stored result of what is gone', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return ['93.184.216.34']
  }
  const tandem = await startTestService({ environment: { OUTBOUND_ALLOW_PRIVATE: 'false' }, resolve })
  onTestFinished(() => tandem.stop())
  const [ada, bob, eve] = [await tandem.register('Ada'), await tandem.register('Bob'), await tandem.register('Eve')]
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' })
  const minted = await ada.post('/api/tokens', { label: 'reads', scopes: ['boards:read'] })
  const reader = tandem.withToken(minted.body.token)
  const path = `/api/boards/${boardId}/webhooks`
  const create = (by: typeof reader) => by.post(path, { url: 'https://hooks.example/', events: ['*'] })
  expect((await create(eve)).status).toBe(404)
  expect((await create(bob)).status).toBe(403)
  expect((await create(reader)).status).toBe(403)
  expect((await create(tandem.anonymous)).status).toBe(401)
  expect(asked).toEqual([])
  const made = await create(ada)
  expect([made.status, asked]).toEqual([201, ['hooks.example']])

  const one = `${path}/${made.body.webhook.id}`
  const change = { url: 'https://other.example/', clientMutationId: 'redirect-1' }
  expect((await bob.patch(one, change)).status).toBe(403)
  expect(asked.length).toBe(1)
  const changed = await ada.patch(one, change)
  expect([changed.status, asked.length]).toEqual([200, 2])
  expect((await ada.delete(one)).status).toBe(204)
  const again = await ada.patch(one, change)
  expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', changed.body])
  expect((await ada.patch(one, { ...change, clientMutationId: 'redirect-2' })).status).toBe(404)
  expect(asked.length).toBe(2)
})

test('beyond so many look-ups at once a name is let through unresolved, and resolved again once one has ended', async () => {
  const pending: ((addresses: string[]) => void)[] = []
  const resolve = atMost(2, () => new Promise((done) => pending.push(done)))
  const first = resolve('one.example')
  const second = resolve('two.example')
  await expect(resolve('three.example')).rejects.toThrow('too many')
  expect(pending.length).toBe(2)
  pending[0]?.(['93.184.216.34'])
  expect(await first).toEqual(['93.184.216.34'])
  const fourth = resolve('four.example')
  expect(pending.length).toBe(3)
  for (const done of pending) done([])
  expect(await Promise.all([second, fourth])).toEqual([[], []])
})

test('a crowd of names that never resolve asks for no more than 32 of them at once', {
  meta: { proves: ['limit.resolver.at-once'] },
}, async () => {
  let asked = 0
  const never = new Promise<string[]>(() => {})
  const outbound = createOutbound({ allowPrivate: false, allowed: '', resolve: () => (asked++, never) })
  const checks = Array.from({ length: 100 }, (_, n) => outbound.checkUrl(`https://h${n}.example/`))
  expect(asked).toBe(32)
  // Those beyond are not kept waiting.
  await Promise.all(checks.slice(32))
})

test('a name that no name server knows, or that is no name at all, is a failure of its name', async () => {
  const outbound = createOutbound({ allowPrivate: false, allowed: '' })
  const input = { headers: {}, body: '{}', timeoutMs: 5_000, connectTimeoutMs: 4_000, readAtMostBytes: 1_024 }
  for (const host of ['nowhere.invalid', `${'a'.repeat(70)}.invalid`])
    expect(await outbound.post(`http://${host}/`, input)).toMatchObject({ status: null, errorClass: 'dns' })
})
