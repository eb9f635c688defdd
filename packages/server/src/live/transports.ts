import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/common/clock.ts'
import type { Bus, BusMessage } from './bus.ts'

/** Carries messages from instance to instance. */
export type Transport = {
  /** False when it could not send. Never fails. */
  send(payloads: readonly string[]): Promise<boolean>
  subscribe(listener: (payload: string) => void): void
  start(): void
  stop(): Promise<void>
}

const gapMs = 20
/** NOTIFY takes 8,000 bytes; a board takes up to 39. */
const mostNamed = 180

/** The format on the bus. Instances of another version read it too. */
type Envelope = { from: string; word: BusMessage }

/**
 * Sends each message on the first transport that can send it and receives on all of them, so that instances need not use the same one.
 * Messages are sent after their commit, at most once in 20 ms for any number of commits.
 */
export function createBus({ transports, clock, log }: { transports: readonly Transport[]; clock: Clock; log: Logger }): Bus {
  const self = randomUUID()
  const moved = { boardIds: new Set<string>(), told: new Set<string>() }
  let others: BusMessage[] = []
  let onMessage: (message: BusMessage, from: string) => void = () => {}
  let flushing = false
  let stopped = true
  for (const transport of transports) transport.subscribe(receive)

  return {
    publish(message) {
      if (message.type === 'moved') {
        for (const id of message.boardIds ?? []) moved.boardIds.add(id)
        for (const id of message.told ?? []) moved.told.add(id)
      } else others.push(message)
      if (!flushing) void flush()
    },
    subscribe(listener) {
      onMessage = listener
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

  /** The first message after a pause is sent at once; later ones are sent together when the gap is over. */
  async function flush(): Promise<void> {
    flushing = true
    await Promise.resolve()
    await send(takeMessages().map((word) => JSON.stringify({ from: self, word } satisfies Envelope)))
    if (stopped) return
    clock.after(gapMs, () => {
      flushing = false
      if (moved.boardIds.size + others.length > 0) void flush()
    })
  }

  async function send(payloads: readonly string[]): Promise<void> {
    for (const transport of transports) if (await transport.send(payloads)) return
  }

  function takeMessages(): BusMessage[] {
    const messages = others
    others = []
    const [boardIds, told] = [[...moved.boardIds], [...moved.told]]
    moved.boardIds.clear()
    moved.told.clear()
    if (boardIds.length === 0) return messages
    const fits = boardIds.length + told.length <= mostNamed
    return [{ type: 'moved', boardIds: fits ? boardIds : null, told: fits ? told : null }, ...messages]
  }

  function receive(payload: string): void {
    try {
      const { from, word } = JSON.parse(payload) as Envelope
      if (from !== self) onMessage(word, from)
    } catch (error) {
      log.warn({ err: error }, 'another instance sent a message that could not be read')
    }
  }
}
