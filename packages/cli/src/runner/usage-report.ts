import type { Client } from '@tandem/client'
import { isStateConflict } from '@tandem/contract'
import { noneUsed, type Used } from './printed/reader.ts'
import type { Told } from './state.ts'

const tellEveryMs = 5_000

type Deps = {
  client: Client
  sessionId: string
  /** The usage of the program so far. */
  used: () => Used
  /** The last report of an earlier runner for the same command, confirmed or pending. */
  before: Told | null
  /** Saves the report for a later runner: before it is sent, and after it was confirmed. */
  keep: (told: Told) => Promise<void>
  now: () => number
  onFailure: (error: unknown) => void
}

/** Reports to a session the usage of its command since the last report. */
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
      if (!isStateConflict(error)) onFailure(error)
      return false
    }
  }
}

function beyond(total: Used, told: Used): Used {
  const more = { ...noneUsed }
  for (const name of ['inputTokens', 'outputTokens', 'costUsd'] as const) more[name] = Math.max(0, total[name] - told[name])
  return more
}
