import type { Activity } from '@tandem/contract'
import type { KeptCursor } from './state.ts'

export type Heard = { boardId: string; seq: number; activity: Activity }

/** A queue of events to forward. */
export type ForwardQueue = {
  /** Returns false if the queue is full; `onRoom` is called when it no longer is. */
  take(event: Heard): boolean
  /** Resolves when nothing is in progress any more. */
  ended(): Promise<void>
}

type QueueDeps = {
  cursor: KeptCursor
  selects: (activity: Activity) => boolean
  /** Resolves to whether the event needs no further forwarding. */
  deliver: (event: Heard) => Promise<boolean>
  onRoom: () => void
  onFailure: (error: unknown) => void
}

/** The most events in memory while a receiver is down; the others are read from the log in their turn. */
const mostWaiting = 1_000

/** Delivers events one after the other, in the order of their arrival. The place of each is on disk before the next one is begun. */
export function createForwardQueue({ cursor, selects, deliver, onRoom, onFailure }: QueueDeps): ForwardQueue {
  const waiting: Heard[] = []
  let running: Promise<void> | null = null
  let isFull = false

  return {
    take(event) {
      if (waiting.length >= mostWaiting) {
        isFull = true
        return false
      }
      waiting.push(event)
      running ??= run().catch(onFailure)
      return true
    },
    async ended() {
      waiting.length = 0
      await running
    },
  }

  async function run(): Promise<void> {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const isWanted = selects(event.activity)
      if (isWanted && !(await deliver(event))) break
      cursor.boards[event.boardId] = event.seq
      // The place of an event that is not forwarded is saved with the next forwarded one, or once the queue is empty: reading it again
      // costs nothing.
      if (isWanted || waiting.length === 0) await cursor.save()
      if (isFull && waiting.length <= mostWaiting / 2) makeRoom()
    }
    running = null
  }

  function makeRoom(): void {
    isFull = false
    onRoom()
  }
}
