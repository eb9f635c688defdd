import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionTarget } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Bus, Word } from './bus.ts'

/**
 * LISTEN and NOTIFY on a connection of its own. A commit that carries a NOTIFY holds a lock of the whole server through its fsync, which
 * halved the throughput of writers: so words leave after the commit, at most once in 20 ms, whatever was written meanwhile.
 */
const channel = 'tandem_live'
const gapMs = 20
const reconnectMs = 1_000
/** A payload of 8,000 bytes is refused; a board takes up to 39. */
const mostNamed = 180

type Spoken = { from: string; word: Word }

export function createPostgresBus({ target, clock, log }: { target: ConnectionTarget; clock: Clock; log: Logger }): Bus {
  const self = randomUUID()
  const moved = { boardIds: new Set<string>(), told: new Set<string>() }
  let others: Word[] = []
  let heard: (word: Word, from: string) => void = () => {}
  let client: pg.Client | undefined
  let flushing = false
  let reconnecting = false
  let stopped = true

  return {
    say(word) {
      if (word.type === 'moved') {
        for (const id of word.boardIds ?? []) moved.boardIds.add(id)
        for (const id of word.told ?? []) moved.told.add(id)
      } else others.push(word)
      if (!flushing) void flush()
    },
    hear(listener) {
      heard = listener
    },
    start() {
      stopped = false
      void connect()
    },
    async stop() {
      stopped = true
      await client?.end().catch(() => {})
    },
  }

  /** The first word after a silence leaves at once; what is said until the gap has passed leaves together. */
  async function flush(): Promise<void> {
    flushing = true
    await Promise.resolve()
    const payloads = takeWords().map((word) => JSON.stringify({ from: self, word } satisfies Spoken))
    try {
      if (payloads.length > 0) await client?.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [channel, payloads])
    } catch (error) {
      log.debug({ err: error }, 'other instances were not told; they look for themselves')
    }
    if (stopped) return
    clock.after(gapMs, () => {
      flushing = false
      if (moved.boardIds.size + others.length > 0) void flush()
    })
  }

  function takeWords(): Word[] {
    const words = others
    others = []
    const [boardIds, told] = [[...moved.boardIds], [...moved.told]]
    moved.boardIds.clear()
    moved.told.clear()
    if (boardIds.length === 0) return words
    const fits = boardIds.length + told.length <= mostNamed
    return [{ type: 'moved', boardIds: fits ? boardIds : null, told: fits ? told : null }, ...words]
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...target, keepAlive: true, connectionTimeoutMillis: 3_000, query_timeout: 5_000 })
    // Told by 'end' too; without a listener it would end the process.
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection to other instances broke'))
    fresh.once('end', reconnectLater)
    fresh.on('notification', ({ payload }) => take(payload))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      client = fresh
      if (stopped) await fresh.end()
    } catch (error) {
      log.warn({ err: error }, 'other instances cannot be heard; what they do is found by looking until they are')
      await fresh.end().catch(() => {})
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    client = undefined
    if (stopped || reconnecting) return
    reconnecting = true
    clock.after(reconnectMs, () => {
      reconnecting = false
      if (!stopped) void connect()
    })
  }

  function take(payload: string | undefined): void {
    try {
      const { from, word } = JSON.parse(payload ?? '') as Spoken
      if (from !== self) heard(word, from)
    } catch (error) {
      log.warn({ err: error }, 'another instance said something that is not understood')
    }
  }
}
