/** Where a page takes what is written by a run; people write around it. */
export type Place = { begin: string; end: string }

/** The page with a text in a place of it. Throws when the page has no such place. */
export function putInto(page: string, { begin, end }: Place, text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page needs ${begin} and, after it, ${end}`)
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`
}
