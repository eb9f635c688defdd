import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { Bus, Word } from './bus.ts'

/** What carries words from instance to instance. */
export type Transport = {
  /** False when it could not. Never fails. */
  carry(payloads: readonly string[]): Promise<boolean>
  hear(listener: (payload: string) => void): void
  start(): void
  stop(): Promise<void>
}

const gapMs = 20
/** NOTIFY takes 8,000 bytes; a board takes up to 39. */
const mostNamed = 180

type Spoken = { from: string; word: Word }

/**
 * Says each word on the first of the transports that carries it and hears on all of them, so that instances need not agree on one. Words leave after
 * the commit that they tell of, at most once in 20 ms, with any number of commits.
 */
export function createBus({ transports, clock, log }: { transports: readonly Transport[]; clock: Clock; log: Logger }): Bus {
  const self = randomUUID()
  const moved = { boardIds: new Set<string>(), told: new Set<string>() }
  let others: Word[] = []
  let heard: (word: Word, from: string) => void = () => {}
  let flushing = false
  let stopped = true
  for (const transport of transports) transport.hear(take)

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
      for (const transport of transports) transport.start()
    },
    async stop() {
      stopped = true
      await Promise.all(transports.map((transport) => transport.stop()))
    },
  }

  /** The first word after a silence leaves at once; what is said until the gap has passed leaves together. */
  async function flush(): Promise<void> {
    flushing = true
    await Promise.resolve()
    await carry(takeWords().map((word) => JSON.stringify({ from: self, word } satisfies Spoken)))
    if (stopped) return
    clock.after(gapMs, () => {
      flushing = false
      if (moved.boardIds.size + others.length > 0) void flush()
    })
  }

  async function carry(payloads: readonly string[]): Promise<void> {
    for (const transport of transports) if (await transport.carry(payloads)) return
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

  function take(payload: string): void {
    try {
      const { from, word } = JSON.parse(payload) as Spoken
      if (from !== self) heard(word, from)
    } catch (error) {
      log.warn({ err: error }, 'another instance said something that is not understood')
    }
  }
}
