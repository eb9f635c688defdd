import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyV2 } from '@tandem/contract'
import { expect, onTestFinished } from 'vitest'
import { initialisedDataDir } from '../../../packages/server/test/embedded/fixture/scratch.ts'
import { ask, succeeded } from '../../../packages/server/test/faults/rig/ask.ts'
import { onDatabase, serverOf } from '../../../packages/server/test/faults/rig/postgres.ts'
import { freePort, startTandem } from '../../../packages/server/test/faults/rig/tandem.ts'
import { freshDatabase } from '../../../packages/server/test/kit/database.ts'
import { startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { aWhile, heard, type Receiver, receive } from '../../src/hooks.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import type { Who } from '../../src/world.ts'

/** Ada at a service, at its current address. */
async function register(url: string): Promise<(url: string) => Who> {
  const body = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
  const answer = await ask(url, { method: 'POST', path: '/api/auth/register', body })
  if (!succeeded(answer)) throw new Error(`registering: ${JSON.stringify(answer)}`)
  const headers = { cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  return (url) => ({ url, headers, actorId: answer.body.id, handle: answer.body.handle })
}

async function makeList(ada: Who): Promise<{ boardId: string; listId: string }> {
  const { id: boardId } = await allowed(ada, 'board.create', { name: 'Engine', template: 'kanban' })
  return { boardId, listId: (await allowed(ada, 'board.tree', { boardId })).lists[0]?.id ?? '' }
}

async function subscribe(ada: Who, boardId: string, { url }: Receiver): Promise<string> {
  return (await allowed(ada, 'webhook.create', { boardId, url, events: ['card.created'] })).webhook.secret ?? ''
}

/** Whether the last that the receiver got was signed with the secret. */
async function isSigned({ received }: Receiver, secret: string, nowMs: number): Promise<boolean> {
  const last = received.at(-1)
  if (!last) throw new Error('the receiver has got nothing')
  return (await verifyV2({ secret, headers: last.headers, rawBody: last.rawBody, nowSeconds: nowMs / 1_000 })).ok
}

scenario(
  'without DATABASE_URL it runs on the database in DATA_DIR, with a key of its own that the next start uses again',
  ['config.database.embedded', 'config.secret-key.generated', 'config.redis.optional'],
  async () => {
    const dataDir = await initialisedDataDir()
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const first = startTandem(environment)
    await first.ready()
    const ada = (await register(first.url))(first.url)
    const server = await serverOf(dataDir)
    const found = await onDatabase(server?.target ?? {}, (client) => client.query('select from actors where id = $1', [ada.actorId]))
    expect(found.rowCount).toBe(1)
    const { boardId, listId } = await makeList(ada)
    const receiver = await receive(200)
    const secret = await subscribe(ada, boardId, receiver)
    const readKey = () => readFile(join(dataDir, 'integration-secret.key'), 'utf8')
    const kept = await readKey()
    expect(Buffer.from(kept, 'base64')).toHaveLength(32)
    first.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    const next = startTandem(environment)
    await next.ready()
    expect(await readKey()).toBe(kept)
    await allowed(ada, 'card.create', { listId, title: 'Told' })
    await heard(receiver, 1)
    expect(await isSigned(receiver, secret, Date.now())).toBe(true)
  },
)

scenario(
  'webhook secrets lie sealed in the database: the first key of a list seals, every one opens',
  ['config.secret-key.webhook-secrets', 'config.secret-key.rotation'],
  async () => {
    const fresh = await freshDatabase()
    onTestFinished(fresh.drop)
    const serving = async (INTEGRATION_SECRET_KEY: string, work: (tandem: TestService) => Promise<void>) => {
      const tandem = await startTestService({ address: fresh.address, environment: { INTEGRATION_SECRET_KEY } })
      try {
        await work(tandem)
      } finally {
        await tandem.stop()
      }
    }
    const [old, current] = [randomBytes(32).toString('hex'), randomBytes(32).toString('base64')]
    const [before, after] = [await receive(200), await receive(200)]
    let adaAt: (url: string) => Who = () => expect.unreachable()
    let places = { boardId: '', listId: '' }
    const secrets = { before: '', after: '' }
    const create = ({ url }: TestService) => allowed(adaAt(url), 'card.create', { listId: places.listId, title: 'Told' })

    await serving(old, async (tandem) => {
      adaAt = await register(tandem.url)
      places = await makeList(adaAt(tandem.url))
      secrets.before = await subscribe(adaAt(tandem.url), places.boardId, before)
      const { rows } = await tandem.database.pool.query('select w::text as text from webhooks w')
      expect(rows).toHaveLength(1)
      expect(rows[0].text).not.toContain(secrets.before.slice('whsec_'.length))
    })
    await serving(`${current},${old}`, async (tandem) => {
      secrets.after = await subscribe(adaAt(tandem.url), places.boardId, after)
      await create(tandem)
      await Promise.all([heard(before, 1), heard(after, 1)])
      expect(await isSigned(before, secrets.before, tandem.clock.now())).toBe(true)
      expect(await isSigned(after, secrets.after, tandem.clock.now())).toBe(true)
    })
    await serving(current, async (tandem) => {
      await create(tandem)
      await heard(after, 2)
      await aWhile(tandem)
      expect(await isSigned(after, secrets.after, tandem.clock.now())).toBe(true)
      expect(before.received).toHaveLength(1)
    })
  },
)
