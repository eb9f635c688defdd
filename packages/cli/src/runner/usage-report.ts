import type { Client } from '@tandem/client'
import { isStateConflict } from '@tandem/contract'
import { noneUsed, type Used } from './printed/reader.ts'
import type { UsageReport } from './state.ts'

const reportEveryMs = 5_000

type Deps = {
  client: Client
  sessionId: string
  /** The usage of the program so far. */
  used: () => Used
  /** The last report of an earlier runner for the same command, confirmed or pending. */
  before: UsageReport | null
  /** Saves the report for a later runner: before it is sent, and after it was confirmed. */
  keep: (reported: UsageReport) => Promise<void>
  now: () => number
  onFailure: (error: unknown) => void
}

/** Reports to a session the usage of its command since the last report. */
export function createUsageReport({ client, sessionId, used, before, keep, now, onFailure }: Deps) {
  let { total: reported, pending }: UsageReport = before ?? { total: noneUsed, pending: null }
  let reportedAt = Number.NEGATIVE_INFINITY

  return {
    async tick(isLast = false): Promise<void> {
      if (!isLast && now() - reportedAt < reportEveryMs) return
      reportedAt = now()
      if (pending && !(await send())) return
      const total = used()
      const usage = beyond(total, reported)
      if (Object.values(usage).every((value) => value === 0)) return
      pending = { clientMutationId: crypto.randomUUID(), usage, total }
      await keep({ total: reported, pending })
      await send()
    },
  }

  async function send(): Promise<boolean> {
    if (!pending) return true
    const { clientMutationId, usage, total } = pending
    try {
      await client.call('session.post', { sessionId, clientMutationId, op: 'update', usage })
      ;[reported, pending] = [total, null]
      await keep({ total: reported, pending })
      return true
    } catch (error) {
      // Watchers of the session see that it has ended.
      if (!isStateConflict(error)) onFailure(error)
      return false
    }
  }
}

function beyond(total: Used, reported: Used): Used {
  const more = { ...noneUsed }
  for (const name of ['inputTokens', 'outputTokens', 'costUsd'] as const) more[name] = Math.max(0, total[name] - reported[name])
  return more
}
