/** The known word that was probably meant, or null when none is close. */
export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = word.slice(0, 60).toLowerCase()
  const [best] = known
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, best.name.length / 2) ? best.name : null
}

/** Levenshtein; what begins with the other is close. */
function distanceOf(one: string, other: string): number {
  if (one.length > 2 && other.startsWith(one)) return 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, char] of one.split('').entries()) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index += 1) {
      const same = (row[index] ?? 0) + (char === other[index] ? 0 : 1)
      next.push(Math.min(same, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
