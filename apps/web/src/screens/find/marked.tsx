import { folded } from './rank.ts'

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
