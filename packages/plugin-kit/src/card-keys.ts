/**
 * The cards that a pull request names: anywhere in the name of its branch and in its title, and behind a magic word in its description and
 * commits. Only keys of the board's own prefix, as whole words, in any case, each once. Specification: service §6 (linking rules).
 */
export type Naming = { branch?: string | null; title?: string | null; description?: string | null; commits?: readonly string[] }

export const mostCardsPerPullRequest = 10

/** In characters. Longer descriptions and messages are searched up to here only. */
const longestText = 100_000
/** Above what a database counts: such a number is of no card. */
const mostDigits = 9
const magicWords = 'fixes|closes|resolves|implements|refs'

/** At most ten keys such as `ENG-12`, in the order branch, title, description, commits. */
export function cardKeysIn({ branch, title, description, commits = [] }: Naming, prefix: string): string[] {
  const keys = new Set<string>()
  const texts = [
    ...[branch, title].map((text) => namedIn(text ?? '', prefix)),
    ...[description, ...commits].map((text) => afterMagicWords(text ?? '', prefix)),
  ]
  for (const named of texts) {
    for (const key of named) {
      if (keys.size === mostCardsPerPullRequest) return [...keys]
      keys.add(key)
    }
  }
  return [...keys]
}

/** The keys that stand anywhere in a text. */
export function* namedIn(text: string, prefix: string): Generator<string> {
  const key = new RegExp(`${wordStart}${keyOf(prefix)}`, 'giu')
  for (const match of text.slice(0, longestText).matchAll(key)) yield `${prefix.toUpperCase()}-${match[1]}`
}

/**
 * `fixes ENG-1`, `Fixes: ENG-1`, `refs ENG-1, ENG-2 and ENG-3`; also `fixes OPS-7, #12 and ENG-1`, for one repository may serve several
 * boards.
 */
export function* afterMagicWords(text: string, prefix: string): Generator<string> {
  const start = new RegExp(`${wordStart}(?:${magicWords})(?:[ \\t]*:[ \\t]*|[ \\t]+)(?=${keyOf(prefix)}|${other})`, 'giu')
  const read = text.slice(0, longestText)
  for (const { index, 0: words } of read.matchAll(start)) yield* listAt(read, index + words.length, prefix)
}

function* listAt(text: string, at: number, prefix: string): Generator<string> {
  const item = new RegExp(`${keyOf(prefix)}(?:${separator}|[ \\t]+)?|${other}(?:${separator})`, 'iuy')
  item.lastIndex = at
  for (let match = item.exec(text); match; match = item.exec(text)) if (match[1]) yield `${prefix.toUpperCase()}-${match[1]}`
}

/** A boundary of words that knows every script; an underscore is part of a word. */
const wordStart = '(?<![\\p{L}\\p{N}\\p{M}_])'
const wordEnd = '(?![\\p{L}\\p{N}\\p{M}_])'
const keyOf = (prefix: string): string => `${prefix}-([1-9]\\d{0,${mostDigits - 1}})${wordEnd}`
/** Other references in a list beside our keys: a key of another board, an issue or a merge request of the host. */
const other = `(?:[a-z][a-z0-9]{1,9}-|[#!])\\d{1,${mostDigits}}${wordEnd}`
const separator = '[ \\t]*[,&][ \\t]*(?:and[ \\t]+)?|[ \\t]+and[ \\t]+'
