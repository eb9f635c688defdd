import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { freePort, startTandem, type Tandem } from '../faults/rig/tandem.ts'
import { freshDatabase, urlOf } from '../kit/database.ts'
import { type Answer, type Sender, send } from '../kit/http.ts'
import { cookieOf, password } from '../kit/service.ts'
import { open, type TestSocket } from '../kit/socket.ts'

/** Three processes of the service on one database. They are stopped after the test. */
export type Three = {
  tandems: Tandem[]
  pool: pg.Pool
  register(name: string): Promise<Member>
  withToken(token: string): Member
  /** The notifications that an instance has sent to the others through the database so far. */
  notified: string[]
}

/** A person as a client of each of the instances. */
export type Member = { actorId: string; at: readonly [Sender, Sender, Sender]; listen(instance: number): Promise<TestSocket> }

export async function startThree(environment: Record<string, string> = {}): Promise<Three> {
  const { address, drop } = await freshDatabase()
  onTestFinished(drop)
  const pool = new pg.Pool({ ...address, max: 4 })
  // The database may be dropped before the connections of the pool are closed.
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const common = { ...environment, DATABASE_URL: urlOf(address), INTEGRATION_SECRET_KEY: randomBytes(32).toString('hex') }
  const ports = [await freePort(), await freePort(), await freePort()]
  const tandems = ports.map((port) => startTandem({ DATABASE_POOL_SIZE: '6', ...common, PORT: String(port) }))
  for (const tandem of tandems) await tandem.ready()
  const member = (actorId: string, headers: Record<string, string>): Member => {
    const urls = tandems.map(({ url }) => url)
    const [one = '', two = '', three = ''] = urls
    const at = [send(one, headers), send(two, headers), send(three, headers)] as const
    return { actorId, at, listen: (instance) => open(urls[instance] ?? '', headers) }
  }
  return {
    tandems,
    pool,
    notified: await notifiedOn(address),
    async register(name) {
      const body = { email: `${name.toLowerCase()}@example.com`, password, name }
      const answer = await send(tandems[0]?.url ?? '', {}).post('/api/auth/register', body)
      return member(fine(answer).body.id, { cookie: cookieOf(answer) })
    },
    withToken: (token) => member('', { authorization: `Bearer ${token}` }),
  }
}

async function notifiedOn(address: Awaited<ReturnType<typeof freshDatabase>>['address']): Promise<string[]> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.query('listen tandem_live')
  return payloads
}

export function fine(answer: Answer): Answer {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}
