import type { Journaled } from './journal.ts'
import type { Store } from './plugin.ts'

/** An event to act on, as the plugin keeps it. */
export type Entry = {
  /** Source, install and the sender's id: a later event with the same key is ignored. */
  key: string
  /** Another key under which it may come again. */
  alias?: string
  source: 'provider' | 'board'
  install: string
  eventId: string
  /** Entries of one install with the same key are acted on one after the other. */
  orderingKey: string
  event: unknown
  /** The trace that it belongs to, as sent by the sender. */
  traceparent?: string | undefined
  at: number
}

/** An entry in a journal of an earlier version, which called the key a lane. */
type OlderEntry = Omit<Entry, 'orderingKey'> & { lane: string }

type Kept = { is: unknown; until: number }
export type MemoryLine =
  | { taken: Entry | OlderEntry }
  | { acted: string; at: number }
  | { keep: string; is: unknown; until: number }
  | { forget: string }

export type Memory = Journaled<MemoryLine> & {
  waiting: ReadonlyMap<string, Entry>
  knows(key: string): boolean
  kept(key: string): unknown
  keptKeys(prefix: string): string[]
}

const dayMs = 86_400_000
/** Longer than any provider sends again, and than the service keeps a clientMutationId for sure. */
const rememberMs = 8 * dayMs
const mostRemembered = 500_000

export function createMemory(now: () => number): Memory {
  const waiting = new Map<string, Entry>()
  const waitingAliases = new Set<string>()
  const acted = new Map<string, number>()
  const kept = new Map<string, Kept>()

  function apply(line: MemoryLine): void {
    if ('taken' in line) {
      const entry = currentForm(line.taken)
      waiting.set(entry.key, entry)
      if (entry.alias !== undefined) waitingAliases.add(entry.alias)
    } else if ('acted' in line) {
      const alias = waiting.get(line.acted)?.alias
      waiting.delete(line.acted)
      acted.set(line.acted, line.at)
      if (alias !== undefined) {
        waitingAliases.delete(alias)
        acted.set(alias, line.at)
      }
      forgetOldest(acted, now() - rememberMs)
    } else if ('keep' in line) {
      kept.set(line.keep, { is: line.is, until: line.until })
    } else {
      kept.delete(line.forget)
    }
  }

  function* snapshot(): Generator<MemoryLine> {
    for (const [key, { is, until }] of kept) {
      if (until < now()) kept.delete(key)
      else yield { keep: key, is, until }
    }
    for (const [key, at] of acted) yield { acted: key, at }
    for (const entry of waiting.values()) yield { taken: entry }
  }

  return {
    apply,
    snapshot,
    waiting,
    knows: (key) => waiting.has(key) || waitingAliases.has(key) || acted.has(key),
    kept(key) {
      const found = kept.get(key)
      return found && found.until >= now() ? found.is : undefined
    },
    keptKeys: (prefix) => [...kept].filter(([key, { until }]) => key.startsWith(prefix) && until >= now()).map(([key]) => key),
  }
}

/** The journal is rewritten in this form when the plugin starts. */
function currentForm(entry: Entry | OlderEntry): Entry {
  if (!('lane' in entry)) return entry
  const { lane, ...rest } = entry
  return { ...rest, orderingKey: lane }
}

/** In the order in which they were acted on: the oldest stand first. */
function forgetOldest(acted: Map<string, number>, before: number): void {
  for (const [key, at] of acted) {
    if (at >= before && acted.size <= mostRemembered) return
    acted.delete(key)
  }
}

const standardKeepDays = 180

/** The part of the memory that belongs to one install. */
export function storeOf(install: string, memory: Memory, write: (lines: MemoryLine[]) => Promise<void>, now: () => number): Store {
  const place = `${install}/`
  return {
    get: (key) => memory.kept(place + key),
    set: (key, value, { keepDays = standardKeepDays } = {}) => write([{ keep: place + key, is: value, until: now() + keepDays * dayMs }]),
    delete: (key) => write([{ forget: place + key }]),
    keys: (prefix) => memory.keptKeys(place + prefix).map((key) => key.slice(place.length)),
  }
}
