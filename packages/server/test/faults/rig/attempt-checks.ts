import { leaseMs } from '../../../src/workers/deliveries/claim.ts'
import { retryDelayMs } from '../../../src/workers/deliveries/schedule.ts'
import type { Step } from './attempts.ts'

/** A kill, from the signal to the end of the killed process. */
export type Kill = { fromMs: number; toMs: number }

export type Run = {
  steps: readonly Step[]
  kills: readonly Kill[]
  retryScale: number
  /** The subscriptions whose receivers fail. */
  failing: ReadonlySet<string>
  /** One that claims passes over what another one claims at that moment: only the claims of a single one are in order. */
  instances: number
}

/** Deliveries to receivers of one kind: seconds from the event to the answer; `longestWhileUp` without the time of outages. */
export type Waits = { deliveries: number; median: number; p95: number; longest: number; longestWhileUp: number }

/** Service and PostgreSQL use the same clock, but one of them rounds to milliseconds. */
const roundingMs = 2
/** A sweep and a lease take 10 s together; the rest is for slow machines. */
const longestPauseMs = 60_000

/** Compares the time of each try with its due time. Returns the faults. */
export function wrongAttempts(run: Run): string[] {
  const downs = downTimes(run)
  const histories = Map.groupBy(run.steps, ({ deliveryId }) => deliveryId).values()
  const subscriptions = Map.groupBy(run.steps, ({ webhookId }) => webhookId).values()
  return [
    ...histories.flatMap((history) => wrongTries(history, run)),
    ...subscriptions.flatMap((own) => [...(run.instances === 1 ? overtaken(own) : []), ...leftAlone(own, downs)]),
  ]
}

/** No attempt is early. One that was handed back is due when it was, and counts no try. After a failure the next one is due by the schedule, after a kill when the lease of the killed process ends. */
function wrongTries(history: readonly Step[], { kills, retryScale: scale }: Run): string[] {
  const wrongs: string[] = []
  for (const [at, step] of history.entries()) {
    const before = history[at - 1]
    const name = `try ${step.attempts} of ${step.deliveryId}`
    if (step.step === 'claimed' && step.atMs < step.dueMs - roundingMs) wrongs.push(`${name} came ${step.dueMs - step.atMs} ms early`)
    if (step.step === 'claimed' && before?.step === 'claimed' && !kills.some((kill) => explains(kill, before, step)))
      wrongs.push(`${name} has no reason: the one before neither failed nor died`)
    if (step.step === 'returned' && !isUndone(before, step)) wrongs.push(`${name} was handed back, but not to its place`)
    if (step.step !== 'settled' || step.state !== 'pending' || !before) continue
    const [least, most] = [0, 1].map((lot) => retryDelayMs(step.attempts, { scale, random: () => lot, retryAfter: null, nowMs: 0 }) ?? 0)
    if (step.dueMs < before.atMs + (least ?? 0) - roundingMs || step.dueMs > step.atMs + (most ?? 0) + roundingMs)
      wrongs.push(`${name} failed at ${step.atMs}, and is due again at ${step.dueMs}`)
  }
  return wrongs
}

const isUndone = (claim: Step | undefined, returned: Step): boolean =>
  claim?.step === 'claimed' && returned.attempts === claim.attempts - 1 && Math.abs(returned.dueMs - claim.dueMs) <= roundingMs

function explains({ fromMs, toMs }: Kill, before: Step, again: Step): boolean {
  return toMs >= before.atMs && fromMs <= again.dueMs && again.dueMs <= toMs + leaseMs + roundingMs
}

/**
 * Deliveries of a subscription are attempted in the order in which they were due. Compares only events of which the later one was queued
 * under the lock of the board after the commit of the earlier one: no claim can have seen the later one alone. Of one that was handed back this
 * cannot be said: it is noted when it is written, and seen when that is committed, which may be after a later one.
 */
function overtaken(own: readonly Step[]): string[] {
  const queuedAt = new Map<string, number>()
  const wrongs: string[] = []
  for (const [at, step] of own.entries()) {
    if (step.step === 'queued') queuedAt.set(step.deliveryId, at)
    if (step.step === 'returned') queuedAt.set(step.deliveryId, Number.POSITIVE_INFINITY)
    if (!isFirstTry(step)) continue
    const since = queuedAt.get(step.deliveryId) ?? 0
    const other = own
      .slice(since + 1, at)
      .find(
        (other) =>
          isFirstTry(other) && isOther(other, step) && other.dueMs > step.dueMs && isAfter(queuedAt.get(other.deliveryId) ?? 0, since),
      )
    if (other) wrongs.push(`${step.deliveryId} was due at ${step.dueMs}, and ${other.deliveryId} at ${other.dueMs} came before it`)
  }
  return wrongs
}

const isAfter = (place: number, since: number) => place > since && Number.isFinite(place)
const isFirstTry = ({ step, attempts }: Step) => step === 'claimed' && attempts === 1
const isOther = (one: Step, other: Step) => one.transaction !== other.transaction

/** While the service is up, a receiver with a due delivery gets requests: a delivery waits only for earlier ones. */
function leftAlone(own: readonly Step[], downs: readonly Kill[]): string[] {
  const wrongs: string[] = []
  const after = new Map<string, Step>()
  // A claim that was handed back has sent nothing.
  const sent = own.toReversed().filter((step) => {
    const next = after.get(step.deliveryId)
    after.set(step.deliveryId, step)
    return step.step !== 'returned' && !(step.step === 'claimed' && next?.step === 'returned')
  })
  let lastMs = 0
  for (const { step, atMs, dueMs, deliveryId } of sent.toReversed()) {
    const fromMs = Math.max(lastMs, dueMs)
    const pauseMs = atMs - fromMs - within(downs, fromMs, atMs)
    if (step === 'claimed' && pauseMs > longestPauseMs) wrongs.push(`nothing was tried for ${pauseMs} ms while ${deliveryId} was due`)
    if (step !== 'queued') lastMs = atMs
  }
  return wrongs
}

export function waitsOf(run: Run): { healthy: Waits; failing: Waits; secondsDown: number } {
  const downs = downTimes(run)
  const histories = [...Map.groupBy(run.steps, ({ deliveryId }) => deliveryId).values()]
  const byKind = Map.groupBy(histories, ([first]) => run.failing.has(first?.webhookId ?? ''))
  const figures = (fails: boolean) => summary((byKind.get(fails) ?? []).map((history) => waitOf(history, downs)))
  return {
    healthy: figures(false),
    failing: figures(true),
    secondsDown: Math.round(downs.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / 1_000),
  }
}

type Wait = { ms: number; whileUpMs: number }

function waitOf(history: readonly Step[], downs: readonly Kill[]): Wait {
  const [fromMs, toMs] = [history[0]?.dueMs ?? 0, history.at(-1)?.atMs ?? 0]
  return { ms: toMs - fromMs, whileUpMs: toMs - fromMs - within(downs, fromMs, toMs) }
}

function within(downs: readonly Kill[], fromMs: number, toMs: number): number {
  return downs.reduce((sum, down) => sum + Math.max(0, Math.min(toMs, down.toMs) - Math.max(fromMs, down.fromMs)), 0)
}

/** The times from each kill to the first claim after it; overlapping ones are merged. */
function downTimes({ kills, steps }: Run): Kill[] {
  const claims = steps.filter(({ step }) => step === 'claimed').map(({ atMs }) => atMs)
  const downs: Kill[] = []
  for (const { fromMs, toMs: diedMs } of kills) {
    const toMs = claims.find((atMs) => atMs > diedMs) ?? Number.POSITIVE_INFINITY
    const last = downs.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else downs.push({ fromMs, toMs })
  }
  return downs
}

function summary(waits: readonly Wait[]): Waits {
  const seconds = (values: readonly number[], share: number) => {
    const sorted = values.toSorted((a, b) => a - b)
    return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) / 100) / 10
  }
  const all = waits.map(({ ms }) => ms)
  const whileUp = waits.map(({ whileUpMs }) => whileUpMs)
  return {
    deliveries: waits.length,
    median: seconds(all, 0.5),
    p95: seconds(all, 0.95),
    longest: seconds(all, 1),
    longestWhileUp: seconds(whileUp, 1),
  }
}
