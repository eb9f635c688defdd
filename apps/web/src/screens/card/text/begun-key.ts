/** A reference to a card that is being typed: `PAY-4`, `PAY-idem`, `#idem`. A `#` stands for the prefix of the open board. */
export const begunKey = /(?<![\p{L}\w/.@#-])([A-Z][A-Z0-9]{1,9}-[\p{L}\d]{0,30}|#[\p{L}\d]{1,30})$/u

/** The prefix of the board, and the number or the text after it. */
export function partsOf(query: string, ownPrefix: string): { prefix: string; rest: string } {
  if (query.startsWith('#')) return { prefix: ownPrefix, rest: query.slice(1) }
  const at = query.indexOf('-')
  return { prefix: query.slice(0, at), rest: query.slice(at + 1) }
}

type Named = { key: string; title: string }

/** Whether the card is of that board, and its key begins with the number, or its title has the text. */
export function isMeant({ key, title }: Named, query: string, ownPrefix: string): boolean {
  const { prefix, rest } = partsOf(query, ownPrefix)
  if (/^\d*$/.test(rest)) return key.startsWith(`${prefix}-${rest}`)
  return key.startsWith(`${prefix}-`) && title.toLowerCase().includes(rest.toLowerCase())
}
