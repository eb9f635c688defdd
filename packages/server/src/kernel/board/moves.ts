import type { Clock } from '../common/clock.ts'

/** The most calls that wait for boards. More are answered as if their time were over. */
const mostWaits = 2_000

/** Lets calls wait until a board has a new activity. Only a hint: the caller reads the board then. */
export type BoardMoves = {
  /** Null: too many to list. */
  notify(boardIds: readonly string[] | null): void
  /**
   * Resolves when one of the boards has moved, or after `ms`. False: there is nothing to wait for any more, as the caller has left, too many
   * wait, or the service stops. Never rejects.
   */
  wait(boardIds: readonly string[], ms: number, signal?: AbortSignal): Promise<boolean>
  /** Ends all waits; later ones end at once. For a service that is about to stop. */
  end(): void
}

export function createBoardMoves(clock: Pick<Clock, 'after'>): BoardMoves {
  const waits = new Map<() => void, ReadonlySet<string>>()
  let isOver = false
  return {
    notify(boardIds) {
      for (const [wake, of] of waits) if (boardIds === null || boardIds.some((id) => of.has(id))) wake()
    },
    wait(boardIds, ms, signal) {
      if (isOver || waits.size >= mostWaits || signal?.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const wake = () => {
          waits.delete(wake)
          cancel()
          signal?.removeEventListener('abort', wake)
          resolve(!isOver && !signal?.aborted)
        }
        const cancel = clock.after(ms, wake)
        waits.set(wake, new Set(boardIds))
        signal?.addEventListener('abort', wake, { once: true })
      })
    },
    end() {
      isOver = true
      for (const wake of waits.keys()) wake()
    },
  }
}
