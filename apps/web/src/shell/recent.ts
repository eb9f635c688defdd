import { useMemo, useSyncExternalStore } from 'react'

/** Items that this user visited last in this browser, forgotten at sign-out. */
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
  store(meId, [what, ...others].slice(0, mostKept))
}

/** Removes what was deleted. `name`: the key of a card, or the id of a board. */
export function forgetItem(meId: string, name: string): void {
  const items = visited(meId)
  const left = items.filter((one) => nameOf(one) !== name)
  if (left.length < items.length) store(meId, left)
}

function store(of: string, items: readonly RecentItem[]): void {
  localStorage.setItem(place, JSON.stringify({ of, visited: items }))
  for (const listener of listeners) listener()
}

/** The recent items, kept up to date with visits here and in other tabs. */
export function useVisited(meId: string): readonly RecentItem[] {
  const kept = useSyncExternalStore(onVisited, () => localStorage.getItem(place))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `kept` is the stored value that `visited` reads
  return useMemo(() => visited(meId), [meId, kept])
}

const listeners = new Set<() => void>()

function onVisited(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const forgetRecent = (): void => localStorage.removeItem(place)

const nameOf = (what: RecentItem): string => (what.kind === 'card' ? what.key : what.id)

/** Items of another user, whose session expired without a sign-out, are not shown. */
function isKept(kept: unknown): kept is { of: string; visited: unknown[] } {
  return typeof kept === 'object' && kept !== null && 'of' in kept && 'visited' in kept && Array.isArray(kept.visited)
}

function isVisited(what: unknown): what is RecentItem {
  if (typeof what !== 'object' || what === null || !('kind' in what)) return false
  if (what.kind === 'card') return 'key' in what && 'title' in what && typeof what.key === 'string' && typeof what.title === 'string'
  return what.kind === 'board' && 'id' in what && typeof what.id === 'string'
}
