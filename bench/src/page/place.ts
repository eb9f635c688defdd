/** The part of a page that a run overwrites; people write around it. */
export type Place = { begin: string; end: string }

/** Replaces the text of a place in a page. Throws if the page has no such place. */
export function putInto(page: string, { begin, end }: Place, text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page needs ${begin} and, after it, ${end}`)
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`
}
