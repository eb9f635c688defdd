import type { Client } from '@tandem/client'
import { TandemError } from '@tandem/contract'

/** What a runner claims it holds by a lease, which it extends while the command runs. */
export const leaseSeconds = 180
const extendEveryMs = 60_000

/** The client with the generation of a lease in each report: once another process has claimed the session, none of them counts. */
export function fenced(client: Client, generation: number | null | undefined): Client {
  if (generation == null) return client
  const call = ((name: string, input: object) =>
    client.call(name as 'session.post', (name === 'session.post' ? { ...input, generation } : input) as never)) as Client['call']
  return { ...client, call }
}

type Held = { sessionId: string; generation: number | null | undefined; now: () => number; onFailure: (error: unknown) => void }

/** Extends a lease now and then. `isLost` once another process may have claimed the session. */
export function createLease(client: Client, { sessionId, generation, now, onFailure }: Held) {
  let [extendedAt, isLost] = [now(), false]
  return {
    isLost: () => isLost,
    async tick(): Promise<void> {
      if (generation == null || isLost || now() - extendedAt < extendEveryMs) return
      extendedAt = now()
      try {
        await client.call('session.heartbeat', { sessionId, generation })
      } catch (error) {
        if (error instanceof TandemError && error.code === 'conflict') isLost = true
        else onFailure(error)
      }
    },
  }
}
