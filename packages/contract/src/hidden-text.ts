/**
 * Characters that a model reads and a person does not see: controls, zero-width and bidirectional marks, tag characters, variation
 * selectors. Agents get them as `\u{…}`, so that they cannot carry a hidden message. Tab and line feed stay, and so do the joiners and
 * selectors that scripts and emoji need, and the Arabic signs that are format characters by category but visible.
 */
const never =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[[\t\n][\u{200c}-\u{200d}][\u{fe0e}-\u{fe0f}][\u{180b}-\u{180d}]\u{180f}[\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}]]]/gv

/**
 * Joiners and selectors where no script and no emoji has them: with nothing before them, behind a plain letter (a digit takes a selector,
 * as a key does), or in a row. Bits can be written in them.
 */
const joiners = '\\u{200c}\\u{200d}'
const selectors = '\\u{fe0e}\\u{fe0f}\\u{180b}-\\u{180d}\\u{180f}'
const misplaced = new RegExp(
  `(?<=^|[\\p{ASCII}\\u{fe0e}${joiners}])[${joiners}]|(?<=^|[[\\p{ASCII}--[#*0-9]]${joiners}${selectors}])[${selectors}]`,
  'gv',
)

const shown = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

/** Most texts, and all keys, are plain ASCII: one test skips the rest. */
const mayHide = /[^\t\n -~]/

/** Text with its hidden characters shown as `\u{…}` and CRLF as LF. Misplaced ones first, while the text before them is unchanged. */
export const escapeHidden = (text: string): string =>
  mayHide.test(text) ? text.replaceAll('\r\n', '\n').replace(misplaced, shown).replace(never, shown) : text

/** `escapeHidden` on every text in a value, keys included. */
export function escapeAll<T>(value: T): T
export function escapeAll(value: unknown): unknown {
  if (typeof value === 'string') return escapeHidden(value)
  if (Array.isArray(value)) return value.map(escapeAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escapeHidden(key), escapeAll(inner)]))
}
