/** `forMs`: how long a run waits for more items, unless `enough` of them wait. At most `largest` share a run. */
export type Gathering = { largest: number; enough: number; forMs: number }

/**
 * Batches items that arrive in a short time, or while a run is in progress, into one run. When a run of several fails, each is run by
 * itself, so that only the faulty one fails; `run` must be idempotent.
 */
export function gather<T, R>(
  { largest, enough, forMs }: Gathering,
  run: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let running = false
  let haveEnough: (() => void) | undefined

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= enough) haveEnough?.()
      if (!running) void runAll()
    })

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      if (waiting.length < enough) await more()
      await runTogether(waiting.splice(0, largest))
    }
    running = false
  }

  function more(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, forMs)
      haveEnough = () => {
        haveEnough = undefined
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** All items have an answer when this resolves; it never rejects. */
  async function runTogether(together: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(together.map(({ item }) => item))
      for (const [at, result] of results.entries()) together[at]?.resolve(result)
    } catch (error) {
      if (together.length === 1) together[0]?.reject(error)
      else await Promise.all(together.map((one) => runTogether([one])))
    }
  }
}

type Waiting<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }
