const longest = 6_000

/**
 * The path to go to after signing in: a path of ours, or the start page. Parsed as a browser does, so that `//elsewhere` and `/\elsewhere`
 * do not lead to other sites.
 */
export function pathOfOurs(next: unknown): string {
  const ours = 'http://ours.invalid'
  if (typeof next !== 'string' || next.length > longest || !next.startsWith('/') || !URL.canParse(next, ours)) return '/'
  const { origin, pathname, search, hash } = new URL(next, ours)
  return origin === ours && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
