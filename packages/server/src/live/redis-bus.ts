import type { Redis } from '../redis/redis.ts'
import type { Transport } from './transports.ts'

/**
 * Words by PUBLISH and SUBSCRIBE, which cost the database nothing and pass by poolers that LISTEN does not get through. A channel is one for
 * all databases of a Redis: its name tells them apart.
 */
export function createRedisTransport({ redis, url }: { redis: Redis; url: string }): Transport {
  const channel = `tandem:live:${new URL(url).pathname.slice(1) || '0'}`
  let hear: (payload: string) => void = () => {}
  // It is heard before anything else is done on a connection.
  redis.onOpening((commands) => commands.subscribe(channel, (payload) => hear(payload)))

  return {
    async carry(payloads) {
      const heardBy = await redis.ask((commands) => Promise.all(payloads.map((payload) => commands.send('PUBLISH', channel, payload))))
      return heardBy !== undefined
    },
    hear(listener) {
      hear = listener
    },
    // With the connection, which others use too.
    start: () => {},
    stop: async () => {},
  }
}
