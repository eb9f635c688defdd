import { useSyncExternalStore } from 'react'
import { isUnanswered } from '../api/failure.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { type Call, dropCalls, keepCalls } from './kept-changes.ts'

/**
 * Changes made without a network: the screen shows them, and they are sent in their order once it is back. A reload keeps their calls
 * (kept-changes.ts); closing the tab does not, so leaving the page asks for confirmation. The text of a title or a description waits in
 * its field instead, where its author sees it.
 */

/** The change was withdrawn before it was sent, or belongs to another account by now. */
export class Withdrawn extends Error {}

let count = 0
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
/** The functions that withdraw each waiting change. */
const waiting = new Map<object, () => void>()
const withdrawn = new WeakSet<object>()
/** For each change that is being sent without having waited: makes it the first of those that wait. */
const direct = new Set<() => void>()

/** Whether a change has to wait: for the network, or for earlier changes that wait. */
export const mustWait = (): boolean => !navigator.onLine || count > 0

/**
 * Sends at once, or when the network is back and all earlier changes have been sent; `in turn` = after the one before it in any case, and
 * before those that come. While it waits, a reload keeps `calls`, which are what it sends. An outage that leaves it without an answer makes
 * it wait too: `send` is called again, so it must use the same mutation ids. Throws `Withdrawn` if `change` was withdrawn before it was
 * sent, or if another account has signed in by then.
 */
export async function sendInOrder<T>(send: () => Promise<T>, calls: readonly Call[], change: object = {}, when?: 'in turn'): Promise<T> {
  if (withdrawn.has(change)) throw new Withdrawn()
  const of = queryClient.getQueryData(meQuery.queryKey)?.id
  if (when === undefined && !mustWait()) return sendDirectly(sendUntilAnswered(send, of, false), calls)
  for (const cut of direct) cut()
  const end = beginWait(calls)
  const left = new Promise<never>((_resolve, reject) => waiting.set(change, () => reject(new Withdrawn())))
  const sent = last
    .then(() => untilOnline(of))
    .then(() => {
      if (!waiting.delete(change)) throw new Withdrawn()
      return sendUntilAnswered(send, of, true)
    })
  last = sent.catch(() => undefined)
  return Promise.race([left, sent]).finally(end)
}

/** An outage makes it the first of those that wait: later ones do not overtake it, whether or not its answer still comes. */
function sendDirectly<T>(sent: Promise<T>, calls: readonly Call[]): Promise<T> {
  let end: (() => void) | null = null
  const cut = () => {
    if (end) return
    end = beginWait(calls)
    last = Promise.allSettled([last, sent])
  }
  direct.add(cut)
  addEventListener('offline', cut)
  return sent.finally(() => {
    direct.delete(cut)
    removeEventListener('offline', cut)
    end?.()
  })
}

/** In ms, between the attempts to reach the service after an outage: two minutes in all. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000]

/**
 * Sends again, once the network is back, what an outage has left without an answer. A browser reports the network before names resolve, and
 * an update of the service looks the same: a change that has waited is tried for two minutes more before it counts as refused.
 */
async function sendUntilAnswered<T>(send: () => Promise<T>, of: string | undefined, hasWaited: boolean): Promise<T> {
  const pauses = [...(hasWaited ? pausesMs : [])]
  for (;;) {
    try {
      return await send()
    } catch (failure) {
      if (!isUnanswered(failure)) throw failure
      if (navigator.onLine) {
        const pauseMs = pauses.shift()
        if (pauseMs === undefined) throw failure
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      } else pauses.splice(0, pauses.length, ...pausesMs)
    }
    await untilOnline(of)
  }
}

function beginWait(calls: readonly Call[]): () => void {
  keepCalls(calls)
  changeCount(1)
  return () => {
    changeCount(-1)
    dropCalls(calls)
  }
}

/** Resolves like `made`, or to undefined as soon as the change has to wait. */
export function unlessItWaits<T>(made: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined)
    if (mustWait()) leave()
    addEventListener('offline', leave)
    made.finally(() => removeEventListener('offline', leave)).then(resolve, reject)
  })
}

/**
 * Another tab may have signed in to another account while this one was offline. Asked once each time that the network is back; null when
 * the answer is missing, and then asked again.
 */
let account: Promise<string | null> | null = null
function accountNow(): Promise<string | null> {
  if (account) return account
  // The same function is added once, however often the answer is missing.
  addEventListener('offline', forgetAccount)
  account = queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).then(
    ({ id }) => id,
    () => {
      forgetAccount()
      return null
    },
  )
  return account
}

function forgetAccount(): void {
  account = null
}

/** Withdraws those of the changes that have not been sent yet. */
export function withdraw(changes: readonly object[]): void {
  for (const change of changes) {
    withdrawn.add(change)
    const leave = waiting.get(change)
    waiting.delete(change)
    leave?.()
  }
}

/** The number of changes that wait or are being sent after a wait. */
export const useWaitingChanges = (): number => useSyncExternalStore(onChange, () => count)

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changeCount(by: number): void {
  count += by
  if (count === 0) removeEventListener('beforeunload', askFirst)
  else addEventListener('beforeunload', askFirst)
  for (const listener of listeners) listener()
}

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Throws `Withdrawn` if another account than `of` has signed in by then. */
async function untilOnline(of: string | undefined): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  const by = await accountNow()
  if (by !== null && by !== of) throw new Withdrawn()
}
