import type { Client } from '@tandem/client'
import { TandemError } from '@tandem/contract'
import { noneUsed, type Used } from './printed/reader.ts'
import type { Told } from './state.ts'

const tellEveryMs = 5_000

type Deps = {
  client: Client
  sessionId: string
  /** What the program has used so far. */
  used: () => Used
  /** What an earlier runner has told of the same command, or was about to tell. */
  before: Told | null
  /** Keeps what is told, for a runner that comes after us: before it is told, and when it has come through. */
  keep: (told: Told) => Promise<void>
  now: () => number
  onFailure: (error: unknown) => void
}

/** Tells a session what its command has used since the last time. */
export function createUsageReport({ client, sessionId, used, before, keep, now, onFailure }: Deps) {
  let { total: told, pending }: Told = before ?? { total: noneUsed, pending: null }
  let toldAt = Number.NEGATIVE_INFINITY

  return {
    async tick(isLast = false): Promise<void> {
      if (!isLast && now() - toldAt < tellEveryMs) return
      toldAt = now()
      if (pending && !(await tell())) return
      const total = used()
      const usage = beyond(total, told)
      if (Object.values(usage).every((value) => value === 0)) return
      pending = { clientMutationId: crypto.randomUUID(), usage, total }
      await keep({ total: told, pending })
      await tell()
    },
  }

  async function tell(): Promise<boolean> {
    if (!pending) return true
    const { clientMutationId, usage, total } = pending
    try {
      await client.call('session.post', { sessionId, clientMutationId, op: 'update', usage })
      ;[told, pending] = [total, null]
      await keep({ total: told, pending })
      return true
    } catch (error) {
      // Watchers of the session see that it has ended.
      if (!(error instanceof TandemError && error.code === 'conflict')) onFailure(error)
      return false
    }
  }
}

function beyond(total: Used, told: Used): Used {
  const more = { ...noneUsed }
  for (const name of ['inputTokens', 'outputTokens', 'costUsd'] as const) more[name] = Math.max(0, total[name] - told[name])
  return more
}
