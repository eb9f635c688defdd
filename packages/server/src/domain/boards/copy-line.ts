import { refusal } from '@tandem/contract'

/** Copies with cards, the one that is being made among them. */
const longestLine = 20

/** One at a time, in order of arrival: many large copies at once would take all connections from other callers. */
export function createLine() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (waiting >= longestLine) throw refusal('copyBusy', {}, { retryAfterSeconds: 5 })
    waiting += 1
    const done = last.then(act).finally(() => {
      waiting -= 1
    })
    last = done.catch(() => {})
    return done
  }
}
