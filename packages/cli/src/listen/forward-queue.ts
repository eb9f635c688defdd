import type { Activity } from '@tandem/contract'
import type { KeptCursor } from './state.ts'

export type Heard = { boardId: string; seq: number; activity: Activity }

/** Where events wait for their turn. */
export type ForwardQueue = {
  /** False = it is full, and `onRoom` says when it no longer is. */
  take(event: Heard): boolean
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>
}

type QueueDeps = {
  cursor: KeptCursor
  selects: (activity: Activity) => boolean
  /** Answers whether the event needs no forwarding any more. */
  deliver: (event: Heard) => Promise<boolean>
  onRoom: () => void
  onFailure: (error: unknown) => void
}

/** A receiver that is down lets no more wait in memory; the rest is read from the log when its turn comes. */
const mostWaiting = 1_000

/** One event after the other, in the order in which they came. What is done is on disk before the next one is begun. */
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
      // What is not forwarded costs nothing to look at again: it is written down with the next that is, or when all is quiet.
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
