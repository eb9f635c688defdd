/**
 * Characters that a person does not see and a model reads: controls, zero-width and bidirectional marks, tag characters, variation
 * selectors. They reach agents as `\u{…}`, so that nothing is said in them. Tab and line feed stay, and so do the joiners and selectors that
 * scripts and emoji are made with, and the signs of Arabic that are format characters by name and seen all the same.
 */
const hidden =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[[\t\n][\u{200c}-\u{200d}][\u{fe0e}-\u{fe0f}][\u{180b}-\u{180d}]\u{180f}[\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}]]]/gv

const escapeHidden = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)

/** Every text in a value, keys included. */
export function escapeAll<T>(value: T): T
export function escapeAll(value: unknown): unknown {
  if (typeof value === 'string') return escapeHidden(value)
  if (Array.isArray(value)) return value.map(escapeAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escapeHidden(key), escapeAll(inner)]))
}
