/** As texts are compared while somebody types: without case and accents. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

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

/** A text in which the words that were searched for are marked, as beginnings too, and where one letter is another. */
export function Marked({ text, words }: { text: string; words: string }) {
  const wanted = folded(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, at) => {
    const hit = at % 2 === 1 ? wanted.find((word) => answers(folded(part), word)) : undefined
    if (hit === undefined) return part
    return (
      // Parts of one text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={at} className="rounded-sm bg-accent-soft text-ink">
        {part}
      </mark>
    )
  })
}

/** Shorter words have too many others one letter away: search does not forgive in them either. */
const shortestForgiven = 5

function answers(part: string, word: string): boolean {
  if (part.startsWith(word)) return true
  if (word.length < shortestForgiven || part.length < word.length) return false
  return Array.from(word).filter((letter, at) => letter !== part[at]).length === 1
}
