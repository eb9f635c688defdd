/** Lets the same thing be asked for at most once in `everyMs`: what is live says more often that it is out of date than it is worth reading. */
export function spaced(everyMs: number): (key: string) => Promise<void> {
  const lastAt = new Map<string, number>()
  return async (key) => {
    const waitMs = (lastAt.get(key) ?? Number.NEGATIVE_INFINITY) + everyMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    lastAt.set(key, performance.now())
  }
}
