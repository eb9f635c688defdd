const longest = 6_000

/** Where to go on: a path of ours, or the start page. Read as a browser reads it, so that `//elsewhere` and `/\elsewhere` lead nowhere. */
export function pathOfOurs(next: unknown): string {
  const ours = 'http://ours.invalid'
  if (typeof next !== 'string' || next.length > longest || !next.startsWith('/') || !URL.canParse(next, ours)) return '/'
  const { origin, pathname, search, hash } = new URL(next, ours)
  return origin === ours && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
