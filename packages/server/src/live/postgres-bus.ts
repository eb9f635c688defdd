import type pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionTarget } from '../db/database.ts'
import { connectClient, endIfSilent } from '../db/servers/servers.ts'
import type { Clock } from '../kernel/common/clock.ts'
import type { Bus } from './bus.ts'
import { createBus, type Transport } from './transports.ts'

/**
 * LISTEN and NOTIFY on a connection of its own. A commit that carries a NOTIFY holds a lock of the whole server through its fsync, which
 * halved the throughput of writers: so messages are sent after the commit.
 */
const channel = 'tandem_live'
const reconnectMs = 1_000
/** Prepared: it is sent up to 50 times a second. */
const notify = { name: 'notify', text: 'select pg_notify($1, payload) from unnest($2::text[]) payload' }

type PostgresDeps = { target: ConnectionTarget; clock: Clock; log: Logger }

export function createPostgresBus(deps: PostgresDeps): Bus {
  return createBus({ ...deps, transports: [createPostgresTransport(deps)] })
}

export function createPostgresTransport({ target, clock, log }: PostgresDeps): Transport {
  let onPayload: (payload: string) => void = () => {}
  let client: pg.Client | undefined
  let reconnecting = false
  let stopped = true
  let isTold = false

  return {
    async send(payloads) {
      if (!client) return false
      if (payloads.length === 0) return true
      try {
        await client.query({ ...notify, values: [channel, payloads] })
        return true
      } catch (error) {
        log.debug({ err: error }, 'a message to other instances was not sent; they poll')
        endIfSilent(client, error)
        return false
      }
    },
    subscribe(listener) {
      onPayload = listener
    },
    start() {
      stopped = false
      void connect()
    },
    async stop() {
      stopped = true
      await client?.end().catch(() => {})
    },
  }

  async function connect(): Promise<void> {
    try {
      const fresh = await connectClient(target, { keepAlive: true, connectionTimeoutMillis: 3_000, query_timeout: 5_000 })
      // 'end' follows.
      fresh.on('error', (error) => log.warn({ err: error }, 'the connection to other instances broke'))
      fresh.once('end', reconnectLater)
      fresh.on('notification', ({ payload }) => onPayload(payload ?? ''))
      await listenOn(fresh)
      client = fresh
      isTold = false
      if (stopped) await fresh.end()
    } catch (error) {
      // Once for an outage: it is tried each second.
      log[isTold ? 'debug' : 'warn']({ err: error }, 'messages of other instances do not arrive; polling until they do')
      isTold = true
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    client = undefined
    if (stopped || reconnecting) return
    reconnecting = true
    clock.after(reconnectMs, () => {
      reconnecting = false
      if (!stopped) void connect()
    })
  }
}

async function listenOn(client: pg.Client): Promise<void> {
  try {
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
