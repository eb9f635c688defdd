import type { Redis } from '../redis/redis.ts'
import type { Transport } from './transports.ts'

/**
 * Messages by PUBLISH and SUBSCRIBE, which cost the database nothing and work with poolers that do not support LISTEN. All databases of a
 * Redis share their channels, so the name contains the number of the database.
 */
export function createRedisTransport({ redis, url }: { redis: Redis; url: string }): Transport {
  const channel = `tandem:live:${new URL(url).pathname.slice(1) || '0'}`
  let onPayload: (payload: string) => void = () => {}
  // Subscribes before any other command of a connection.
  redis.onOpening((commands) => commands.subscribe(channel, (payload) => onPayload(payload)))

  return {
    async send(payloads) {
      const receivers = await redis.ask((commands) => Promise.all(payloads.map((payload) => commands.send('PUBLISH', channel, payload))))
      return receivers !== undefined
    },
    subscribe(listener) {
      onPayload = listener
    },
    // The connection has other users and is opened and closed elsewhere.
    start: () => {},
    stop: async () => {},
  }
}
