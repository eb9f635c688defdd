import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Causes } from '../../kernel/common/causes.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Seal } from '../../seal.ts'
import { renewEveryMs } from '../leases.ts'
import { claim, mayLeaveMore } from './claim.ts'
import { createDeliveryLeases } from './leases.ts'
import { counted } from './outcome-metrics.ts'
import { createPollGap, shortestGapMs } from './poll-gap.ts'
import { createPools, type PoolEntry } from './pools.ts'
import { createRuns, type Run, sendLane } from './runs.ts'
import { createSettle } from './settle.ts'
import { createWakeUps } from './wake-ups.ts'

/** Delivers webhooks: claims due deliveries, sends them outside any transaction, settles them. Specification: service §6, decisions §5. */
export type DeliveryWorker = {
  /** Deliveries were queued: looks for them soon. */
  poke(): void
  start(): void
  /** Lets attempts under way end for a moment, then cuts them off and hands them back. */
  stop(): Promise<void>
  /** Claims due deliveries once and resolves when all of them are settled. */
  runOnce(): Promise<void>
}

export type DeliveryWorkerDeps = {
  config: Pick<Config, 'WEBHOOK_RETRY_SCALE' | 'WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS'>
  database: Database
  clock: Clock
  seal: Seal
  outbound: Outbound
  log: Logger
  kernel: Kernel
  metrics: Metrics
  causes: Causes
  random?: () => number
}

const stopGraceMs = 2_000
/** With more attempts than these under way, those that end wait as long as a poll takes, and are replaced by one claim together. */
const fewUnderWay = 8
/** A retry due later than this is left to the sweep: a day of retries should not be a day of timers. */
const longestWakeUpMs = 600_000
/** So are retries beyond this number of timers: receivers that refuse at once ask for thousands a second. */
const mostWakeUps = 1_000

export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { clock, database, log, config } = deps
  const pools = createPools()
  const runs = createRuns()
  const leases = createDeliveryLeases(deps)
  const wakeUps = createWakeUps(clock)
  const gapAfter = createPollGap()
  const stopping = new AbortController()
  const settle = counted(createSettle(deps), deps.metrics)
  const attemptDeps = {
    clock,
    seal: deps.seal,
    outbound: deps.outbound,
    settle,
    log,
    causes: deps.causes,
    random: deps.random ?? Math.random,
    retryScale: config.WEBHOOK_RETRY_SCALE,
    stopping: stopping.signal,
    onRetry(delayMs: number) {
      if (delayMs <= longestWakeUpMs && wakeUps.waiting < mostWakeUps) wakeUps.after(delayMs, poll)
    },
  }
  const underWay = new Set<Promise<void>>()
  const cuts = new Map<PoolEntry, AbortController>()
  deps.metrics.deliveriesUnderWay.read(() => underWay.size)
  let started = false
  let polling: Promise<void> | null = null
  let pollAgain = false
  let refillAgain = false
  let willPoll = false
  let willRefill = false
  /** More may be due than was claimed: the next attempt that ends looks again. */
  let wanting = false
  let nextPollAtMs = 0
  let nextRefillAtMs = 0

  return {
    poke,
    start() {
      started = true
      renew()
      sweep()
    },
    async stop() {
      started = false
      wakeUps.stop()
      await polling
      await Promise.race([Promise.all(underWay), new Promise((resolve) => setTimeout(resolve, stopGraceMs).unref())])
      stopping.abort()
      for (const cut of cuts.values()) cut.abort()
      await Promise.all(underWay)
    },
    async runOnce() {
      await Promise.all(await claimBatch())
    },
  }

  function sweep(): void {
    wakeUps.after(config.WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS, sweep)
    poll()
  }

  function renew(): void {
    wakeUps.after(renewEveryMs, () => {
      leases.renew().catch((error: unknown) => log.warn({ err: error }, 'the leases of deliveries cannot be renewed; trying again'))
      renew()
    })
  }

  function poke(): void {
    if (!started || willPoll) return
    const waitMs = nextPollAtMs - performance.now()
    if (waitMs <= 0 && !polling) return poll()
    willPoll = true
    wakeUps.after(polling ? shortestGapMs : waitMs, () => {
      willPoll = false
      poll()
    })
  }

  /** Claims now; asked again meanwhile, once more after that. */
  function poll(): void {
    if (!started) return
    pollAgain = polling !== null
    if (pollAgain) return
    refillAgain = false
    polling = claimBatch().then(() => {
      polling = null
      if (pollAgain) poll()
      else if (refillAgain) refill()
    })
  }

  /** An attempt has ended, and there may be another in its place. */
  function refill(): void {
    refillAgain = polling !== null
    if (refillAgain || willRefill) return
    const waitMs = nextRefillAtMs - performance.now()
    if (waitMs <= 0) return poll()
    willRefill = true
    wakeUps.after(waitMs, () => {
      willRefill = false
      poll()
    })
  }

  async function claimBatch(): Promise<Promise<void>[]> {
    const beganMs = performance.now()
    if (pools.isFull()) return []
    let leavesMore = false
    try {
      await leases.renewLate()
      const claims = await claim(database, pools.allowance(), clock.now())
      for (const claimed of claims) leases.enter(claimed)
      const begun = runs
        .add(claims)
        .flatMap(({ run, newLanes, first }) => Array.from({ length: newLanes }, () => beginLane(run, { ...first.poolEntry })))
      leavesMore = mayLeaveMore(claims)
      wanting = leavesMore || pools.isShort()
      deps.metrics.rounds('deliveries', 'ok').add()
      return begun
    } catch (error) {
      deps.metrics.rounds('deliveries', 'failed').add()
      log.warn({ err: error }, 'deliveries cannot be claimed; the next sweep tries again')
      return []
    } finally {
      const endedMs = performance.now()
      nextPollAtMs = endedMs + gapAfter(endedMs - beganMs)
      nextRefillAtMs = endedMs + refillGapMs(endedMs - beganMs, leavesMore)
    }
  }

  /** When a claim has found less than it may take, deliveries are only coming in: a few of them are waited for. */
  function refillGapMs(tookMs: number, leavesMore: boolean): number {
    if (!leavesMore) return Math.max(shortestGapMs, tookMs)
    return underWay.size <= fewUnderWay ? 0 : tookMs
  }

  /** Each lane has a place in the pools of its own. */
  function beginLane(run: Run, poolEntry: PoolEntry): Promise<void> {
    const cut = new AbortController()
    const tooMany = pools.enter(poolEntry)
    if (tooMany) cuts.get(tooMany)?.abort()
    cuts.set(poolEntry, cut)
    const laneDeps = { ...attemptDeps, onLate: () => markLate(poolEntry), onSettled: leases.leave }
    const ended = sendLane(run, laneDeps, cut.signal).then((end) => {
      runs.leave(run)
      underWay.delete(ended)
      cuts.delete(poolEntry)
      pools.leave(poolEntry, end)
      if (wanting || end.handedBack) refill()
    })
    underWay.add(ended)
    return ended
  }

  function markLate(poolEntry: PoolEntry): void {
    pools.markLate(poolEntry)
    if (wanting) refill()
  }
}
