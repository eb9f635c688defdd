const dateOrTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?<offset>Z|[+-]\d{2}:\d{2})?)?$/

/**
 * The ISO-8601 date or time of a `since` as UTC, or null when the database cannot store it (years 0001 to 9999 only). Without an offset it
 * is UTC: the time zone of the server must not matter to callers. Specification: service §4, decisions §1.
 */
export function timeIn(since: string): string | null {
  const match = dateOrTime.exec(since)
  if (!match) return null
  const isLocal = since.includes('T') && match.groups?.offset === undefined
  const at = new Date(isLocal ? `${since}Z` : since)
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9_999 ? at.toISOString() : null
}
