import { openStore } from '../../files/open-store.ts'
import * as stores from '../../shared-stores.ts'
import { type Check, fail, ok } from './check.ts'

/** Whether this configuration leads to the stores that running instances use. */
export const sharedStores: Check = {
  name: 'stores',
  async run({ client, embedded, config }) {
    if (!client || embedded) return []
    const { rows } = await client.query<{ name: string; now: number }>(stores.announced)
    const running = stores.announcementsIn(rows)
    if (running.length === 0) return [ok('no instance is running on this database')]
    const own = { files: await stores.filesIdOf(openStore(config), false), redis: await redisId(config.REDIS_URL) }
    const wrong = stores.differing(own, running)
    if (wrong.length === 0)
      return [ok(`shared with ${running.length === 1 ? 'the instance' : `all ${running.length} instances`} on this database`)]
    return wrong.map((name) =>
      fail(`${stores.storeNames[name]}: different from the store of a running instance on this database`, stores.whatToDo[name]),
    )
  },
}

async function redisId(url: string | undefined): Promise<string> {
  if (url === undefined) return stores.none
  const { createClient } = await import('@redis/client')
  const client = createClient({ url, socket: { connectTimeout: 5_000, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.get(stores.keyInRedis))?.slice(0, stores.idLength) ?? stores.unknown
  } catch {
    // The check of Redis tells it.
    return stores.unknown
  } finally {
    client.destroy()
  }
}
