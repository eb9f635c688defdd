import type { Client } from '@tandem/client'
import { isStateConflict } from '@tandem/contract'

/** The lease of claimed work, in seconds, which the runner extends while the command runs. */
export const leaseSeconds = 180
const extendEveryMs = 60_000

/** The client with the generation of a lease in each report: once another process has claimed the session, the service refuses them. */
export function fenced(client: Client, generation: number | null | undefined): Client {
  if (generation == null) return client
  const call = ((name: string, input: object) =>
    client.call(name as 'session.post', (name === 'session.post' ? { ...input, generation } : input) as never)) as Client['call']
  return { ...client, call }
}

type Held = { sessionId: string; generation: number | null | undefined; now: () => number; onFailure: (error: unknown) => void }

/** Extends a lease regularly. `isLost` once another process may have claimed the session. */
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
        if (isStateConflict(error)) isLost = true
        else onFailure(error)
      }
    },
  }
}
