/** Lets a few in at a time: thousands who come back at once must not take all connections to the database. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

export function createGate(most: number): Gate {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      // The place is handed on, not given up: nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
