import type { Outbound } from '../../outbound/outbound.ts'
import { type AttemptDeps, attempt } from './attempt.ts'
import type { Claim } from './claim.ts'
import { type Pace, slowAfterMs } from './pools.ts'

/**
 * The claimed deliveries of one subscription that wait for their turn, in their order. Each of its lanes takes the next one and sends it on
 * the lane's own connection: claims, connections and outcomes cost a fraction for each. What has not been sent when one fails or takes too
 * long is handed back, so that a receiver that no longer works is tried by one delivery at a time.
 */
export type Run = { webhookId: string; waiting: Claim[]; lanes: number }

export type Runs = {
  /** Adds claims to the runs of their subscriptions: lanes that are under way take from them too, which keeps the order. */
  add(claims: readonly Claim[]): { run: Run; newLanes: number; first: Claim }[]
  /** A lane of the run has ended. */
  leave(run: Run): void
}

export function createRuns(): Runs {
  const runs = new Map<string, Run>()
  return {
    add(claims) {
      const byWebhook = Map.groupBy(claims, ({ webhook }) => webhook.id)
      return [...byWebhook].flatMap(([webhookId, more]) => {
        const [first] = more
        if (!first) return []
        const run = runs.get(webhookId) ?? { webhookId, waiting: [], lanes: 0 }
        const newLanes = Math.min(more.length, first.lanes)
        run.waiting.push(...more)
        run.lanes += newLanes
        runs.set(webhookId, run)
        return [{ run, newLanes, first }]
      })
    },
    leave(run) {
      run.lanes -= 1
      if (run.lanes === 0) runs.delete(run.webhookId)
    },
  }
}

type LaneDeps = AttemptDeps & {
  outbound: Pick<Outbound, 'connect'>
  /** The exchange takes longer than `slowAfterMs`. */
  onLate(): void
  /** The outcome of the claim is written, or cannot be. */
  onSettled(claim: Claim): void
}

/** Outcomes of a lane that are not written yet: what would go out again after a kill. */
const mostUnsettled = 4

/** Sends deliveries of the run until none waits, and settles them. Answers how the receiver did at last. */
export async function sendLane({ waiting }: Run, deps: LaneDeps, cut: AbortSignal): Promise<{ pace: Pace | null; tookMs: number }> {
  const { clock, settle, log } = deps
  const unsettled = new Set<Promise<void>>()
  let last: { pace: Pace | null; tookMs: number } = { pace: null, tookMs: 0 }
  let connection: ReturnType<Outbound['connect']> | undefined
  for (let claim = waiting.shift(); claim; claim = waiting.shift()) {
    connection ??= deps.outbound.connect(claim.webhook.url)
    const { pace, tookMs, settled } = await attemptInTime(claim, connection.post)
    settling(claim, settled)
    if (pace !== null) last = { pace, tookMs }
    if ((pace !== null && pace !== 'fast') || clock.now() - claim.claimedAtMs > slowAfterMs) handBackWaiting()
    if (unsettled.size >= mostUnsettled) await Promise.race(unsettled)
  }
  connection?.close()
  await Promise.all(unsettled)
  return last

  async function attemptInTime(claim: Claim, post: Parameters<typeof attempt>[3]) {
    // After a pause of the process another instance may have it.
    if (claim.leaseEndMs <= clock.now()) return { pace: null, tookMs: 0, settled: settle.handBack(claim) }
    const stopTimer = clock.after(slowAfterMs, () => {
      deps.onLate()
      handBackWaiting()
    })
    try {
      return await attempt(claim, deps, cut, post)
    } catch (error) {
      return { pace: null, tookMs: 0, settled: Promise.reject(error) }
    } finally {
      stopTimer()
    }
  }

  function handBackWaiting(): void {
    for (const claim of waiting.splice(0)) settling(claim, settle.handBack(claim))
  }

  function settling(claim: Claim, settled: Promise<void>): void {
    const written = settled
      .catch((error: unknown) => {
        log.warn({ err: error, deliveryId: claim.deliveryId }, 'a delivery could not be settled; it is tried again when its lease ends')
      })
      .finally(() => {
        unsettled.delete(written)
        deps.onSettled(claim)
      })
    unsettled.add(written)
  }
}
