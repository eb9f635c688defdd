import { expect } from 'vitest'
import packageJson from '../../../packages/server/package.json' with { type: 'json' }
import { initialisedDataDir } from '../../../packages/server/test/embedded/fixture/scratch.ts'
import { ask, connection, isAnswer, type Outcome, succeeded } from '../../../packages/server/test/faults/rig/ask.ts'
import { onDatabaseOf, ownPostgres } from '../../../packages/server/test/faults/rig/postgres.ts'
import { freePort, startTandem, type Tandem } from '../../../packages/server/test/faults/rig/tandem.ts'
import { call } from '../../src/call.ts'
import { hangs, receive, until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import type { Who } from '../../src/world.ts'

const at = (tandem: Tandem, path: string) => ask(tandem.url, { method: 'GET', path })
const statusOf = (outcome: Outcome) => (isAnswer(outcome) ? outcome.status : outcome.miss)

/** Registers Ada at a service that runs as a process. */
async function register({ url }: Tandem): Promise<Who> {
  const body = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
  const answer = await ask(url, { method: 'POST', path: '/api/auth/register', body })
  if (!succeeded(answer)) throw new Error(`registering: ${JSON.stringify(answer)}`)
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { url, headers: { cookie }, actorId: answer.body.id, handle: answer.body.handle }
}

async function makeList(ada: Who): Promise<{ boardId: string; listId: string }> {
  const { id: boardId } = await allowed(ada, 'board.create', { name: 'Engine', template: 'kanban' })
  const [list] = (await allowed(ada, 'board.tree', { boardId })).lists
  return { boardId, listId: list?.id ?? '' }
}

scenario(
  'it tells its release, that it lives, and whether it can serve: not while its database is away',
  ['ops.version.served', 'ops.health.live', 'ops.health.ready', 'error.code.unavailable', 'error.code.unavailable-retry-after'],
  async () => {
    const postgres = await ownPostgres()
    await postgres.start()
    try {
      const tandem = startTandem({ ...postgres.environment, PORT: String(await freePort()) })
      await tandem.ready()
      expect(await at(tandem, '/api/version')).toMatchObject({ status: 200, body: { name: 'tandem', version: packageJson.version } })
      expect([statusOf(await at(tandem, '/health/live')), statusOf(await at(tandem, '/health/ready'))]).toEqual([200, 200])
      const ada = await register(tandem)
      const { boardId, listId } = await makeList(ada)
      await postgres.stopAtOnce()
      expect(statusOf(await at(tandem, '/health/live'))).toBe(200)
      const create = { listId, title: 'Patient', clientMutationId: 'patient' }
      const refusals = [
        await refused(ada, 'board.tree', { boardId }, 'unavailable'),
        await refused(ada, 'card.create', create, 'unavailable'),
        await refused(ada, 'token.create', { label: 'x', scopes: ['boards:read'] }, 'unavailable'),
      ]
      for (const { status, headers } of refusals) expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
      for (const { headers } of refusals) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      const unready = await at(tandem, '/health/ready')
      expect(unready).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      expect(isAnswer(unready) && Number(unready.headers['retry-after'])).toBeGreaterThan(0)
      await postgres.start()
      await until(async () => statusOf(await at(tandem, '/health/ready')) === 200)
      expect(await allowed(ada, 'card.create', create)).toMatchObject({ title: 'Patient' })
    } finally {
      await postgres.remove()
    }
  },
)

scenario(
  'after SIGTERM no new connection is accepted, waiting requests are answered, and the process ends in time',
  ['ops.shutdown.stops-accepting', 'ops.shutdown.finishes-requests', 'ops.shutdown.within-10-s'],
  async () => {
    const dataDir = await initialisedDataDir()
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const tandem = startTandem(environment)
    await tandem.ready()
    const ada = await register(tandem)
    const { boardId, listId } = await makeList(ada)
    const open = connection()
    expect(statusOf(await ask(tandem.url, { method: 'GET', path: '/api/me', headers: ada.headers }, open))).toBe(200)
    // On a machine that is so busy that the lock was held for 3 s the answer is a refusal, which holds too.
    const answer = await onDatabaseOf(dataDir, async (client) => {
      await client.query('begin')
      await client.query('select from boards where id = $1 for update', [boardId])
      const waiting = call(ada, 'card.create', { listId, title: 'Patient' })
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()`
      await until(async () => (await client.query(waits)).rowCount === 1)
      tandem.kill('SIGTERM')
      await until(async () => statusOf(await at(tandem, '/health/live')) === 'refused')
      expect(tandem.hasEnded()).toBe(false)
      await client.query('rollback')
      return waiting
    })
    await until(() => tandem.hasEnded())
    expect(await tandem.ended).toEqual({ code: 0, signal: null })
    open.destroy()
    const next = startTandem(environment)
    await next.ready()
    const titles = (await allowed(ada, 'board.tree', { boardId })).lists[0]?.cards.map(({ title }) => title)
    expect(titles).toEqual(answer.ok ? ['Patient'] : [])
    if (!answer.ok) expect(['conflict', 'unavailable']).toContain(answer.code)
  },
)

scenario(
  'a delivery that was under way at SIGTERM is sent anew by the next process at once',
  ['ops.shutdown.returns-work', 'ops.shutdown.within-10-s'],
  async () => {
    const environment = { DATA_DIR: await initialisedDataDir(), PORT: String(await freePort()) }
    const tandem = startTandem(environment)
    await tandem.ready()
    const ada = await register(tandem)
    const { boardId, listId } = await makeList(ada)
    const receiver = await receive(hangs, 200)
    await allowed(ada, 'webhook.create', { boardId, url: receiver.url, events: ['card.created'] })
    await allowed(ada, 'card.create', { listId, title: 'Told' })
    await until(() => receiver.received.length === 1)
    tandem.kill('SIGTERM')
    await until(() => tandem.hasEnded())
    expect(await tandem.ended).toEqual({ code: 0, signal: null })
    const next = startTandem(environment)
    await next.ready()
    // Sooner than the claim of the first process would have run out.
    await until(() => receiver.received.length === 2)
    const [first, second] = receiver.received
    expect(second?.headers['x-kanban-delivery-id']).toBe(first?.headers['x-kanban-delivery-id'])
    expect(first?.headers).toHaveProperty('x-kanban-delivery-id')
    expect(second?.body).toEqual(first?.body)
  },
)
