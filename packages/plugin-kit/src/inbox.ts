import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { verdictOf } from './failures.ts'
import type { Entry, Memory, MemoryLine } from './memory.ts'

/**
 * Events that were accepted and are not processed yet. The sender gets its 200 only when the event is on disk, so a crash loses none. A
 * repeated event is recognised by its id. Specification: service §6.
 */
export type Inbox = {
  /** Durable when it returns: those not known yet wait to be acted on. Throws `InboxFull`. */
  take(entries: readonly Omit<Entry, 'at'>[]): Promise<void>
  /** Of an install that is gone: nothing of it is acted on any more. */
  drop(install: string): Promise<void>
  state(): { waiting: number; setAside: number }
  stop(): Promise<void>
}

export type InboxRetry = { firstDelayMs: number; longestDelayMs: number; giveUpAfterMs: number; random: () => number }

/** About a day of trying, up to five minutes apart. */
export const defaultInboxRetry: InboxRetry = {
  firstDelayMs: 1_000,
  longestDelayMs: 300_000,
  giveUpAfterMs: 86_400_000,
  random: Math.random,
}

export class InboxFull extends Error {}

type Deps = {
  memory: Memory
  write: (lines: MemoryLine[]) => Promise<void>
  act: (entry: Entry) => Promise<void>
  /** Tandem answered 401. */
  onGone: (install: string) => void
  now: () => number
  retry: InboxRetry
  log: Logger
}

const mostWaiting = 20_000
const mostQueuesAtOnce = 8

export function createInbox({ memory, write, act, onGone, now, retry, log }: Deps): Inbox {
  /** By install and ordering key: the entries of one queue are acted on one after the other. */
  const queues = new Map<string, Entry[]>()
  const busy = new Map<string, Promise<void>>()
  const arriving = new Map<string, Promise<void>>()
  const resting = new Set<string>()
  const stopping = new AbortController()
  let setAside = 0

  function enqueue(entry: Entry): void {
    const queue = `${entry.install}/${entry.orderingKey}`
    const entries = queues.get(queue)
    if (entries) entries.push(entry)
    else queues.set(queue, [entry])
  }

  /** Starts queues while there is room; one that waits to be tried again takes none. */
  function start(): void {
    for (const [queue, entries] of queues) {
      if (stopping.signal.aborted || busy.size - resting.size >= mostQueuesAtOnce) return
      if (busy.has(queue) || entries.length === 0) continue
      const run = runQueue(queue, entries)
        .catch((failure: unknown) =>
          log.error({ err: failure }, 'a queue of the inbox failed; its events are processed after the next start'),
        )
        .finally(() => {
          busy.delete(queue)
          start()
        })
      busy.set(queue, run)
    }
  }

  async function runQueue(queue: string, entries: Entry[]): Promise<void> {
    for (let entry = entries[0]; entry !== undefined && !stopping.signal.aborted; entry = entries[0]) {
      if (memory.waiting.has(entry.key) && !(await settle(queue, entry))) return
      entries.shift()
    }
    if (entries.length === 0) queues.delete(queue)
  }

  /** Tries until it is over with the event; false when the plugin stops before. */
  async function settle(queue: string, entry: Entry): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const delayMs = await attemptOnce(entry, attempt)
      if (delayMs === null) return true
      if (stopping.signal.aborted) return false
      resting.add(queue)
      start()
      try {
        await wait(delayMs, undefined, { signal: stopping.signal, ref: false })
      } catch {
        return false
      } finally {
        resting.delete(queue)
      }
      if (!memory.waiting.has(entry.key)) return true
    }
  }

  /** Returns the pause in milliseconds before the next attempt, or null if there is none. */
  async function attemptOnce(entry: Entry, attempt: number): Promise<number | null> {
    const about = { install: entry.install, source: entry.source, eventId: entry.eventId, attempt }
    try {
      await act(entry)
    } catch (failure) {
      const verdict = verdictOf(failure)
      if (verdict.next === 'stop') {
        onGone(entry.install)
        return null
      }
      const isOver = verdict.next === 'set_aside' || now() - entry.at > retry.giveUpAfterMs || attempt >= (verdict.attempts ?? Infinity)
      if (!isOver) {
        const backOffMs = Math.min(retry.longestDelayMs, retry.firstDelayMs * 2 ** (attempt - 1)) * (0.5 + retry.random() / 2)
        const delayMs = Math.max(backOffMs, verdict.afterMs ?? 0)
        log.warn({ ...about, err: failure, delayMs }, 'an event could not be processed; retrying')
        return delayMs
      }
      setAside++
      log.error({ ...about, err: failure }, 'an event was set aside')
    }
    return markActed(entry)
  }

  /** A disk that refuses is a reason to act once more: acting again has no other effect. */
  async function markActed({ key }: Entry): Promise<number | null> {
    try {
      await write([{ acted: key, at: now() }])
      return null
    } catch (failure) {
      log.error({ err: failure }, 'the journal cannot be written')
      return retry.longestDelayMs
    }
  }

  async function take(entries: readonly Omit<Entry, 'at'>[]): Promise<void> {
    const unknown = entries.filter((entry) => !keysOf(entry).some((key) => memory.knows(key) || arriving.has(key)))
    // A repeat that overtakes the first waits for it: only what is on disk is answered as taken.
    const earlier = entries.flatMap(keysOf).flatMap((key) => arriving.get(key) ?? [])
    if (unknown.length > 0) {
      if (memory.waiting.size >= mostWaiting) throw new InboxFull(`${mostWaiting} events are waiting to be processed.`)
      const taken = unknown.map((entry): Entry => ({ ...entry, at: now() }))
      const written = write(taken.map((entry) => ({ taken: entry })))
      for (const key of taken.flatMap(keysOf)) arriving.set(key, written)
      try {
        await written
      } finally {
        for (const key of taken.flatMap(keysOf)) arriving.delete(key)
      }
      taken.forEach(enqueue)
      start()
    }
    await Promise.all(earlier)
  }

  for (const entry of memory.waiting.values()) enqueue(entry)
  queueMicrotask(start)

  return {
    take,
    async drop(install) {
      const dropped = [...memory.waiting.values()].filter((entry) => entry.install === install)
      if (dropped.length > 0) await write(dropped.map(({ key }) => ({ acted: key, at: now() })))
    },
    state: () => ({ waiting: memory.waiting.size, setAside }),
    async stop() {
      stopping.abort()
      await Promise.all(busy.values())
    },
  }
}

const keysOf = ({ key, alias }: Omit<Entry, 'at'>): string[] => (alias === undefined ? [key] : [key, alias])
