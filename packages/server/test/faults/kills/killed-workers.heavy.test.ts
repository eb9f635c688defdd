import { type AddressInfo, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../embedded/fixture/scratch.ts'
import { until } from '../../embedded/fixture/until.ts'
import { startMailServer } from '../../kit/servers/mail-server.ts'
import { startReceiver } from '../../webhooks/fixture/receiver.ts'
import { ask, succeeded } from '../rig/ask.ts'
import { onDatabase, ownPostgres } from '../rig/postgres.ts'
import { freePort, startTandem, type Tandem } from '../rig/tandem.ts'
import { makeWorld, post, type World } from '../rig/world.ts'

/** The longest wait after a process dies: the lease, and the poll of another one (10 s). */
const longestLeaseMs = 5_000

async function postgres() {
  const server = await ownPostgres()
  await server.start()
  onTestFinished(() => server.remove())
  return { target: server.target, environment: { ...server.environment, DATA_DIR: await scratchFolder() } }
}

async function start(environment: Record<string, string>): Promise<Tandem> {
  const tandem = startTandem({ ...environment, PORT: String(await freePort()) })
  await tandem.ready()
  return tandem
}

/** Waits until the lease of the only row has been renewed twice, so that its worker has held it for longer than one lease may last. */
async function renewed(client: pg.Client, query: string): Promise<void> {
  const ends = new Set<string>()
  await until('a lease to be renewed', async () => {
    const { rows } = await client.query<{ end: Date; attempts: number }>(query)
    if (rows[0]?.attempts === 1) ends.add(rows[0].end.toISOString())
    return ends.size >= 3
  })
}

async function leftMs(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ end: Date; now: Date }>(`select q.*, now() from (${query}) q`)
  return Number(rows[0]?.end) - Number(rows[0]?.now)
}

const deliveryLease = `select next_attempt_at as "end", attempts from deliveries where state = 'pending'`
const backendsAtWork = `select pid, state, wait_event_type, wait_event, now() - xact_start as since, pg_blocking_pids(pid) as blocked_by,
  left(query, 200) as query from pg_stat_activity where datname = current_database() and xact_start is not null`
const mailLease = `select next_attempt_at as "end", attempts from mails`

async function hook(world: World, url: string): Promise<void> {
  const [board] = world.boards
  const made = await ask(world.url, post(world.admin, `/api/boards/${board?.id}/webhooks`, { url, events: ['card.created'] }))
  expect(succeeded(made)).toBe(true)
  expect(succeeded(await ask(world.url, post(world.admin, `/api/lists/${board?.listIds[0]}/cards`, { title: 'A card' })))).toBe(true)
}

test('SIGKILL while a receiver hangs: its lease, renewed meanwhile, ends within seconds; the delivery goes out again under its id (F122)', {
  meta: { proves: ['delivery.guarantee.after-sigkill', 'ops.background.taken-over'] },
}, async () => {
  const { environment, target } = await postgres()
  const receiver = await startReceiver(() => {}, 204)
  onTestFinished(() => receiver.stop())
  const first = await start(environment)
  await hook(await makeWorld(first.url), receiver.url)
  await onDatabase(target, async (client) => {
    await renewed(client, deliveryLease)
    expect(receiver.received.length).toBe(1)
    first.kill('SIGKILL')
    await first.ended
    expect(await leftMs(client, deliveryLease)).toBeLessThanOrEqual(longestLeaseMs)
    await start(environment)
    await until('the delivery to be settled', async () => (await client.query(deliveryLease)).rowCount === 0)
    const { rows } = await client.query('select state, attempts from deliveries')
    expect(rows).toEqual([{ state: 'delivered', attempts: 2 }])
  })
  const ids = receiver.received.map(({ headers }) => headers['x-kanban-delivery-id'])
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('an instance that is paused for longer than its lease changes nothing of what another has done meanwhile (F122)', async () => {
  const { environment, target } = await postgres()
  let answerLate = () => {}
  const receiver = await startReceiver((response) => {
    answerLate = () => void response.writeHead(404).end()
  }, 204)
  onTestFinished(() => receiver.stop())
  const paused = await start(environment)
  await hook(await makeWorld(paused.url), receiver.url)
  await until('the first try', () => receiver.received.length === 1)
  paused.kill('SIGSTOP')
  await start(environment)
  await onDatabase(target, async (client) => {
    const settled = `select state, attempts, last_status, w.consecutive_failures from deliveries d join webhooks w on w.id = d.webhook_id`
    await until('the other instance to deliver', async () => (await client.query(deliveryLease)).rowCount === 0).catch(async (error) => {
      const deliveries = (await client.query('select * from deliveries')).rows
      const backends = (await client.query(backendsAtWork)).rows
      throw new Error(JSON.stringify({ received: receiver.received.length, deliveries, backends }), { cause: error })
    })
    paused.kill('SIGCONT')
    answerLate()
    const { rows } = await client.query(settled)
    expect(rows).toEqual([{ state: 'delivered', attempts: 2, last_status: 204, consecutive_failures: 0 }])
    paused.kill('SIGTERM')
    expect((await paused.ended).code).toBe(0)
    expect((await client.query(settled)).rows).toEqual(rows)
  })
  expect(receiver.received.length).toBe(2)
})

test('SIGKILL while the mail server hangs: the letter is sent by the next process, as soon as the lease has ended (F122)', {
  meta: { proves: ['ops.background.taken-over'] },
}, async () => {
  const { environment, target } = await postgres()
  const sockets = new Set<Socket>()
  // A mail server that sends its greeting and nothing after it.
  const hanging = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).write('220 mail.example.com ESMTP\r\n')
  })
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
  const mail = await startMailServer()
  onTestFinished(async () => {
    hanging.close()
    for (const socket of sockets) socket.destroy()
    await mail.stop()
  })
  const first = await start({ ...environment, SMTP_URL: `smtp://127.0.0.1:${(hanging.address() as AddressInfo).port}` })
  const world = await makeWorld(first.url)
  const asked = await ask(world.url, { method: 'POST', path: '/api/auth/forgot', body: { email: 'ada@example.com' } })
  expect(succeeded(asked)).toBe(true)
  await onDatabase(target, async (client) => {
    await renewed(client, mailLease)
    first.kill('SIGKILL')
    await first.ended
    expect(await leftMs(client, mailLease)).toBeLessThanOrEqual(longestLeaseMs)
    await start({ ...environment, SMTP_URL: mail.url })
    await until('the letter', () => mail.letters.length === 1)
    await until('the letter to be settled', async () => (await client.query(mailLease)).rowCount === 0)
  })
  expect(mail.letters).toMatchObject([{ to: ['ada@example.com'] }])
})
