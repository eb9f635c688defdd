import { type Activity, TandemError } from '@tandem/contract'
import type { RetryPolicy } from './retry.ts'
import type { Client, FollowOptions } from './types.ts'

const pageSize = 200

/** Polls a board's log by `since`, without gaps or repetitions. Specification: service §4, decisions §3. */
export async function* follow(
  by: { client: Pick<Client, 'call'>; wait: RetryPolicy['wait'] },
  boardId: string,
  { since, signal, everyMs = 1_000 }: FollowOptions = {},
): AsyncGenerator<Activity> {
  try {
    since ??= await latest(by.client, boardId, signal)
    for (;;) {
      const activities = await newer(by.client, boardId, since, signal)
      for (const activity of activities) {
        since = activity.id
        yield activity
      }
      if (activities.length < pageSize) await by.wait(everyMs, signal)
    }
  } catch (failure) {
    if (!signal?.aborted) throw failure
  }
}

/** An outage is treated like silence: the next poll resumes at the same place. */
async function newer(client: Pick<Client, 'call'>, boardId: string, since: string | undefined, signal: AbortSignal | undefined) {
  try {
    return await client.call('board.activity', { boardId, since, limit: pageSize }, { signal })
  } catch (failure) {
    if (failure instanceof TandemError && (failure.code === 'unavailable' || failure.code === 'rate_limited')) return []
    throw failure
  }
}

async function latest(client: Pick<Client, 'call'>, boardId: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const [newest] = await client.call('board.activity', { boardId, limit: 1 }, { signal })
  return newest?.id
}
