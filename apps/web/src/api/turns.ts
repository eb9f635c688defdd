/** Limits the number of concurrent acts; the others wait in their order. */
export function createTurns(mostAtOnce: number): <T>(act: () => Promise<T>) => Promise<T> {
  let free = mostAtOnce
  const waiting: (() => void)[] = []
  return async (act) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
