/** A browser opens six connections to one host, and other requests need some of them. */
const mostAtOnce = 4

/** Processes the items, at most four at a time. */
export async function runConcurrently<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: mostAtOnce }, worker))
}

/**
 * Like `runConcurrently`, where each item is put right below the nearest one before it that was put. The items are cut into four stretches.
 * The first items of them are placed one after the other; then each stretch grows below its own, so that they do not interleave. A refused
 * item (`put` resolves to false) is skipped.
 */
export async function placeInOrder<T>(items: readonly T[], put: (item: T) => Promise<boolean>): Promise<void> {
  const stretch = Math.ceil(items.length / mostAtOnce)
  const rests: T[][] = []
  for (let at = 0; at < items.length; at += stretch) {
    const rest = items.slice(at, at + stretch)
    for (let first = rest.shift(); first !== undefined && !(await put(first)); first = rest.shift());
    rests.push(rest)
  }
  await Promise.all(
    rests.map(async (rest) => {
      for (const item of rest) await put(item)
    }),
  )
}
