/** Between two polls that commits asked for. */
export const shortestGapMs = 20
const gapPerPoll = 4

/**
 * How long to wait from the end of a poll to the next one that a commit asks for. Polls that take long are made more rarely, so that they
 * never fill a connection. It is the shorter of the last two that counts: a single slow poll, such as one that waited for a checkpoint, would
 * otherwise hold back everything that is queued in the next second.
 */
export function createPollGap(): (tookMs: number) => number {
  let beforeMs = 0
  return (tookMs) => {
    const gapMs = gapPerPoll * Math.min(beforeMs, tookMs)
    beforeMs = tookMs
    return Math.max(shortestGapMs, gapMs)
  }
}
