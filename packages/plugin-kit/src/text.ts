/**
 * Text from outside as it may stand in a comment: without `@handles` that would wake an agent or notify a person, and no longer than
 * `most` characters. People see no difference.
 */
export function inert(text: string, most = 4_000): string {
  const cut = text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
  return cut.replaceAll('@', '@\u200b')
}

/** The same as a block quote of markdown. */
export function quoted(text: string, most?: number): string {
  return inert(text.trim(), most)
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}
