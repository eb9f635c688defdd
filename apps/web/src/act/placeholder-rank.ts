/**
 * A rank between two others for the moment until the service has given the real one: that of the upper neighbour with something behind
 * it, or, at the top, one that sorts before the first. It is never sent.
 */
export function placeholderRank(above: string | undefined, below: string | undefined): string {
  if (above === undefined) return below === undefined ? 'a0' : below.slice(0, -1)
  for (let tail = '!'; ; tail = `!${tail}`) {
    const rank = above + tail
    if (below === undefined || rank < below || tail.length > 64) return rank
  }
}
