/** The form in which texts are compared: without case and accents. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The rank of a line for a typed text: all of its words have to occur; best at the beginning, then at the beginning of a word. Null if one
 * does not.
 */
function rankOf({ text: line, also = '' }: Line, typed: string): number | null {
  const text = folded(line)
  const others = ` ${folded(also)}`
  let rank = 0
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    if (text.startsWith(word)) continue
    if (text.includes(` ${word}`)) rank += 1
    else if (text.includes(word)) rank += 2
    else if (others.includes(` ${word}`)) rank += 3
    else return null
  }
  return rank
}

type Line = { text: string; also?: string | undefined }

/** The matching lines, best first; lines of equal rank keep their order. */
export const ranked = <T extends Line>(lines: readonly T[], typed: string): T[] => withRanks(lines, typed).map(({ line }) => line)

/** The same with the rank of each line; 0 is the best. */
export function withRanks<T extends Line>(lines: readonly T[], typed: string): { line: T; rank: number }[] {
  return lines
    .flatMap((line) => {
      const rank = rankOf(line, typed)
      return rank === null ? [] : [{ line, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
}

/** A text with the search words marked, also as beginnings of words, and with one letter of difference. */
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

/** Shorter words have too many others one letter away; the search allows no difference in them either. */
const shortestForgiven = 5

function answers(part: string, word: string): boolean {
  if (part.startsWith(word)) return true
  if (word.length < shortestForgiven || part.length < word.length) return false
  return Array.from(word).filter((letter, at) => letter !== part[at]).length === 1
}
