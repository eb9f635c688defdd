/** As texts are compared while somebody types: without case and accents. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * How well a line answers what was typed: every word of it has to be somewhere, best at the beginning, then at the beginning of a word.
 * Null when it does not.
 */
function rankOf(line: string, typed: string): number | null {
  const text = folded(line)
  let rank = 0
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    const at = text.indexOf(word)
    if (at === -1) return null
    rank += at === 0 ? 0 : text.includes(` ${word}`) ? 1 : 2
  }
  return rank
}

/** Those that answer, the best first; equal ones stay as they were. */
export function ranked<T>(lines: readonly T[], typed: string, textOf: (line: T) => string): T[] {
  return lines
    .flatMap((line) => {
      const rank = rankOf(textOf(line), typed)
      return rank === null ? [] : [{ line, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ line }) => line)
}
