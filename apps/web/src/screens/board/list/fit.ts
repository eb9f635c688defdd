/** A column beside the title, in px. `rank`: the column of the highest rank is left out first. */
export type Sized = { id: string; wanted: number; least: number; rank: number }

export const gapPx = 12

/**
 * The widths of the columns beside a title of a minimum width, in px. They shrink together; if that is not enough, columns are left out one
 * after the other. The title gets the rest.
 */
export function fitted(columns: readonly Sized[], roomPx: number, titlePx: number): Map<string, number> {
  const left = roomPx - titlePx
  let kept = [...columns]
  while (kept.length > 0 && sum(kept, 'least') > left) {
    const rank = Math.max(...kept.map((one) => one.rank))
    kept = kept.filter((one) => one.rank !== rank)
  }
  const [wanted, least] = [sum(kept, 'wanted'), sum(kept, 'least')]
  const share = wanted <= left ? 1 : (left - least) / (wanted - least)
  return new Map(kept.map((one) => [one.id, Math.floor(one.least + (one.wanted - one.least) * share)]))
}

const sum = (columns: readonly Sized[], what: 'wanted' | 'least'): number => columns.reduce((total, one) => total + one[what] + gapPx, 0)
