/** What this person looked at last in this browser: forgotten when they sign out. */
export type RecentItem = { kind: 'card'; key: string; title: string } | { kind: 'board'; id: string }

const place = 'tandem.recent'
const mostKept = 12

export function visited(meId: string): readonly RecentItem[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    return isKept(kept) && kept.of === meId ? kept.visited.filter(isVisited) : []
  } catch {
    return []
  }
}

export function remember(meId: string, what: RecentItem): void {
  const others = visited(meId).filter((one) => nameOf(one) !== nameOf(what))
  localStorage.setItem(place, JSON.stringify({ of: meId, visited: [what, ...others].slice(0, mostKept) }))
}

export const forgetRecent = (): void => localStorage.removeItem(place)

const nameOf = (what: RecentItem): string => (what.kind === 'card' ? what.key : what.id)

/** What somebody else left in this browser, whose session ended by itself, is not shown. */
function isKept(kept: unknown): kept is { of: string; visited: unknown[] } {
  return typeof kept === 'object' && kept !== null && 'of' in kept && 'visited' in kept && Array.isArray(kept.visited)
}

function isVisited(what: unknown): what is RecentItem {
  if (typeof what !== 'object' || what === null || !('kind' in what)) return false
  if (what.kind === 'card') return 'key' in what && 'title' in what && typeof what.key === 'string' && typeof what.title === 'string'
  return what.kind === 'board' && 'id' in what && typeof what.id === 'string'
}
