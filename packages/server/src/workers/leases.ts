import type { Clock } from '../kernel/common/clock.ts'

/**
 * Work is claimed by a lease of a few seconds, which its worker renews while it lives: after SIGKILL another takes over once the lease has
 * run out. Rejected: an advisory lock for each instance, which a pooler in transaction mode cannot hold. A process that was paused for
 * longer than a lease may repeat work that another process has done meanwhile, so settling work checks that the lease is still held.
 */
export const renewEveryMs = 1_000

/** When it resolves no renewal is under way any more. One that fails is left to the next. */
export async function whileRenewing<T>(clock: Clock, renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let ended = false
  let cancel = () => {}
  wait()
  try {
    return await work()
  } finally {
    ended = true
    cancel()
    await underWay
  }

  function wait(): void {
    cancel = clock.after(renewEveryMs, () => {
      underWay = renew()
        .catch(() => {})
        .finally(() => {
          if (!ended) wait()
        })
    })
  }
}
