import type { Authenticator } from '../kernel/identity/authenticate.ts'
import { inBatches } from './batches.ts'
import type { Listener } from './listener.ts'

/** Sockets end with the credential that opened them, on every instance within a second. Specification: decisions §5, reliability C6. */
export type Credentials = {
  join(listener: Listener): void
  leave(listener: Listener): void
  /** Asks for all credentials at once which have ended. */
  poll(): Promise<void>
}

export function createCredentials(authenticator: Pick<Authenticator, 'active'>): Credentials {
  const listeners = new Map<string, Set<Listener>>()

  return {
    join(listener) {
      const { id } = listener.principal.credential
      listeners.set(id, (listeners.get(id) ?? new Set()).add(listener))
    },
    leave(listener) {
      const { id } = listener.principal.credential
      const sharing = listeners.get(id)
      sharing?.delete(listener)
      if (sharing?.size === 0) listeners.delete(id)
    },
    async poll() {
      await inBatches([...listeners.keys()], async (ids) => {
        const active = await authenticator.active(ids)
        for (const id of ids) if (!active.has(id)) for (const listener of listeners.get(id) ?? []) listener.signOut()
      })
    },
  }
}
