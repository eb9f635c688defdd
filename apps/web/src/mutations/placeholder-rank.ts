/**
 * Ranks for cards that stand below one another between two others, for the moment until the service has given the real ones. They are
 * never sent.
 */
export function placeholderRanks(count: number, above: string | undefined, below: string | undefined): string[] {
  const first = placeholderRank(above, below)
  const behind = (at: number) => `${first}!${String(at).padStart(4, '0')}`
  return Array.from({ length: count }, (_, at) => (at === 0 ? first : behind(at)))
}

/** That of the upper neighbour with something behind it, or, at the top, one that sorts before the first. */
function placeholderRank(above: string | undefined, below: string | undefined): string {
  if (above === undefined) return below === undefined ? 'a0' : below.slice(0, -1)
  for (let tail = '!'; ; tail = `!${tail}`) {
    const rank = above + tail
    if (below === undefined || rank < below || tail.length > 64) return rank
  }
}
