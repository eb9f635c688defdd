const mostAtOnce = 1_000

/** Asks about many, so many at a time that no statement takes long. */
export async function inBatches<T>(all: readonly T[], ask: (some: T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += mostAtOnce) await ask(all.slice(from, from + mostAtOnce))
}
