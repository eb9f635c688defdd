import type { CallableName } from '@tandem/client'
import { useSyncExternalStore } from 'react'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'

/**
 * Changes made without a network: the screen shows them, and they are sent in their order once it is back. A reload keeps those that are
 * data (kept-changes.ts); closing the tab does not, so leaving the page asks for confirmation. The text of a title or a description waits in
 * its field instead, where its author sees it.
 */
const waits: ReadonlySet<CallableName> = new Set<CallableName>([
  'card.update',
  'card.assign',
  'card.unassign',
  'card.label',
  'card.unlabel',
  'card.field.set',
  'card.field.clear',
  'delegation.set',
  'delegation.clear',
  'checklist.add',
  'checklist.update',
  'comment.create',
  'watch.set',
  'watch.clear',
])
export const mayWait = (name: CallableName): boolean => waits.has(name)

/** The change was withdrawn before it was sent, or belongs to another account by now. */
export class Withdrawn extends Error {}

let count = 0
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
/** The functions that withdraw each waiting change. */
const waiting = new Map<object, () => void>()
const withdrawn = new WeakSet<object>()

/** Whether a change has to wait: for the network, or for earlier changes that wait. */
export const mustWait = (): boolean => !navigator.onLine || count > 0

/**
 * Sends at once, or when the network is back and all earlier changes have been sent; `in turn` = after the one before it in any case, and
 * before those that come. Throws `Withdrawn` if `change` was withdrawn before it
 * was sent, or if another account has signed in by then.
 */
export async function sendInOrder<T>(send: () => Promise<T>, change: object = {}, when?: 'in turn'): Promise<T> {
  if (withdrawn.has(change)) throw new Withdrawn()
  if (when === undefined && !mustWait()) return send()
  changeCount(1)
  const left = new Promise<never>((_resolve, reject) => waiting.set(change, () => reject(new Withdrawn())))
  const of = queryClient.getQueryData(meQuery.queryKey)?.id
  const sent = last.then(untilOnline).then(async () => {
    const by = await accountNow()
    if (!waiting.delete(change) || (by !== null && by !== of)) throw new Withdrawn()
    return send()
  })
  last = sent.catch(() => undefined)
  return Promise.race([left, sent]).finally(() => changeCount(-1))
}

/**
 * Another tab may have signed in to another account while this one was offline. Asked once each time that the network is back; null when
 * the answer is missing.
 */
let account: Promise<string | null> | null = null
function accountNow(): Promise<string | null> {
  if (account) return account
  addEventListener(
    'offline',
    () => {
      account = null
    },
    { once: true },
  )
  account = queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).then(
    ({ id }) => id,
    () => null,
  )
  return account
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

function untilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}
