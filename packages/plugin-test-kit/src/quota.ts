/** So many requests in a window, which begins with the first of them. */
export type Quota = { requests: number; windowMs: number }

type Counted = { isOver: boolean; remaining: number; endsAtMs: number }

/** Counts a request each time that it is called. */
export function countAgainst({ requests, windowMs }: Quota): () => Counted {
  let [used, endsAtMs] = [0, 0]
  return () => {
    if (Date.now() >= endsAtMs) [used, endsAtMs] = [0, Date.now() + windowMs]
    used += 1
    return { isOver: used > requests, remaining: Math.max(0, requests - used), endsAtMs }
  }
}
