import { type ActivityOf, type Client, isActivity } from '@tandem/client'
import type { Activity, Verb } from '@tandem/contract'

/** A board's log, followed from its beginning. */
export type FollowedLog = {
  /** Waits for the next activity with this verb. */
  next<V extends Verb>(verb: V): Promise<ActivityOf<V>>
  /** All activities so far. */
  seen: readonly Activity[]
}

const beforeAll = '1970-01-01T00:00:00.000Z'

export function followLog(client: Client, boardId: string, signal: AbortSignal): FollowedLog {
  const activities = client.follow(boardId, { since: beforeAll, signal, everyMs: 40 })
  const seen: Activity[] = []
  return {
    seen,
    async next(verb) {
      for (;;) {
        const { value, done } = await activities.next()
        if (done) throw signal.reason
        seen.push(value)
        if (isActivity(value, verb)) return value
      }
    },
  }
}
