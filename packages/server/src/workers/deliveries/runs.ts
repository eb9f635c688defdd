import type { Outbound } from '../../outbound/outbound.ts'
import type { Connection } from '../../outbound/post.ts'
import { type AttemptDeps, type Attempted, attempt, untried } from './attempt.ts'
import type { Claim } from './claim.ts'
import { type Lasting, slowAfterMs } from './pools.ts'

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
        const newLanes = Math.min(more.length, first.lanes, lanesFor(more.length, first))
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

/** A few deliveries to a receiver that gets many for each attempt share a lane: they take longer to connect than to send. */
const lanesFor = (deliveries: number, { atMost, lanes }: Claim): number => Math.ceil((deliveries * partsOfRun) / (atMost / lanes))
/** A lane gets a quarter of what it may send before the run opens another one. */
const partsOfRun = 4

type LaneDeps = AttemptDeps & {
  outbound: Pick<Outbound, 'connect'>
  /** The exchange takes longer than `slowAfterMs`. */
  onLate(): void
  /** The outcome of the claim is written, or cannot be. */
  onSettled(claim: Claim): void
}

/** How the receiver did at last, and whether deliveries were handed back that are still due. */
export type LaneEnd = Lasting & { handedBack: boolean }

/** Outcomes of a lane that are not written yet: what would go out again after a kill. */
const mostUnsettled = 8
/**
 * A claim says what the subscription was when it was made: its URL, its secrets, whether it is active and permitted. What has waited longer is
 * handed back and claimed anew, so that little is sent by what has been changed or taken away since.
 */
const longestWaitMs = 250

/** Sends deliveries of the run until none waits, and settles them. */
export async function sendLane({ waiting }: Run, deps: LaneDeps, cut: AbortSignal): Promise<LaneEnd> {
  const { clock, settle, log } = deps
  const unsettled = new Set<Promise<void>>()
  const end: LaneEnd = { pace: null, tookMs: 0, octets: 0, handedBack: false }
  let connection: { url: string; by: Connection } | undefined
  let isFirst = true
  for (let claim = waiting.shift(); claim; claim = waiting.shift()) {
    const isOld = !isFirst && clock.now() - claim.claimedAtMs > longestWaitMs
    if (isOld || cut.aborted) {
      waiting.unshift(claim)
      handBackWaiting()
      break
    }
    isFirst = false
    const { settled, ...tried } = await attemptInTime(claim, connectionTo(claim.webhook.url).post)
    settling(claim, settled)
    if (tried.pace !== null) Object.assign(end, tried)
    if (tried.pace !== null && tried.pace !== 'fast') handBackWaiting()
    if (unsettled.size >= mostUnsettled) await Promise.race(unsettled)
  }
  connection?.by.close()
  await Promise.all(unsettled)
  return end

  /** The URL may change between two claims. */
  function connectionTo(url: string): Connection {
    if (connection?.url !== url) {
      connection?.by.close()
      connection = { url, by: deps.outbound.connect(url) }
    }
    return connection.by
  }

  async function attemptInTime(claim: Claim, post: Connection['post']): Promise<Attempted> {
    // After a pause of the process another instance may have it.
    if (claim.leaseEndMs <= clock.now()) return untried(settle.handBack(claim))
    const stopTimer = clock.after(slowAfterMs, () => {
      deps.onLate()
      handBackWaiting()
    })
    try {
      return await attempt(claim, deps, cut, post)
    } catch (error) {
      return untried(Promise.reject(error))
    } finally {
      stopTimer()
    }
  }

  function handBackWaiting(): void {
    if (waiting.length > 0) end.handedBack = true
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
