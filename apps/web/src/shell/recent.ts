/** What this person looked at last in this browser: forgotten when they sign out. */
export type Visited = { kind: 'card'; key: string; title: string } | { kind: 'board'; id: string }

const place = 'tandem.recent'
const mostKept = 12

export function visited(): readonly Visited[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isVisited) : []
  } catch {
    return []
  }
}

export function remember(what: Visited): void {
  const others = visited().filter((one) => nameOf(one) !== nameOf(what))
  localStorage.setItem(place, JSON.stringify([what, ...others].slice(0, mostKept)))
}

export const forgetVisits = (): void => localStorage.removeItem(place)

const nameOf = (what: Visited): string => (what.kind === 'card' ? what.key : what.id)

function isVisited(what: unknown): what is Visited {
  if (typeof what !== 'object' || what === null || !('kind' in what)) return false
  if (what.kind === 'card') return 'key' in what && 'title' in what && typeof what.key === 'string' && typeof what.title === 'string'
  return what.kind === 'board' && 'id' in what && typeof what.id === 'string'
}
