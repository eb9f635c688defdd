import type { SearchWord } from './words.ts'

/** Plain text around the first match of a search, in one line. `external`: from outside the board. Specification: decisions §3. */
type Said = { text: string; external: boolean }

const around = 80
const longestSearched = 20_000

/** The text around the first match, from the first text that has one; otherwise the beginning of the last text. */
export function snippetOf(texts: readonly [Said, ...Said[]], words: readonly SearchWord[]): Said {
  for (const { text, external } of texts) {
    const at = placeOf(text.slice(0, longestSearched), words)
    if (at !== null) return { text: excerpt(text, at), external }
  }
  const { text, external } = texts.at(-1) ?? texts[0]
  return { text: excerpt(text, 0), external }
}

function placeOf(text: string, words: readonly SearchWord[]): number | null {
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = fold(token)
    if (words.some((word) => matches(folded, word))) return index
  }
  return null
}

const matches = (folded: string, { word, isLast, near }: SearchWord): boolean =>
  folded === word || (isLast && folded.startsWith(word)) || near.includes(folded)

const letters: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ð: 'd' }

/** Folds case and accents nearly as the database does, to find the place of a word. */
function fold(token: string): string {
  const plain = token.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[ßøłđæœıþð]/g, (letter) => letters[letter] ?? letter)
}

function excerpt(text: string, at: number): string {
  const from = at <= around ? 0 : wordStart(text, at - around)
  const to = text.length - at <= around ? text.length : wordEnd(text, at + around)
  const said = text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${said}${to < text.length ? '…' : ''}`
}

/** The next gap between words, or any place outside a surrogate pair if there is no gap near. */
function wordStart(text: string, from: number): number {
  const gap = text.slice(from, from + 20).search(/\s/)
  return gap >= 0 ? from + gap : from + (isLowSurrogate(text, from) ? 1 : 0)
}

function wordEnd(text: string, to: number): number {
  const gap = text.slice(to, to + 20).search(/\s/)
  return gap >= 0 ? to + gap : to - (isLowSurrogate(text, to) ? 1 : 0)
}

const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at))
