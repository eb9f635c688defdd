/** Nearest rank: the smallest value that at least `percent` of a hundred do not exceed. Null for an empty list. */
export function percentile(ascending: readonly number[], percent: number): number | null {
  return ascending[Math.ceil((percent / 100) * ascending.length) - 1] ?? null
}
