export type Edge = { from: string; to: string }

/** The edges on cycles or between them: without those, the rest has no cycle. Linear in the number of edges. */
export function edgesOnCycles<E extends Edge>(edges: readonly E[]): Set<E> {
  return new Set(withoutEnds(withoutEnds(edges, 'to', 'from'), 'from', 'to'))
}

/** Takes away, again and again, what nothing leads to (or from). */
function withoutEnds<E extends Edge>(edges: readonly E[], into: 'from' | 'to', outOf: 'from' | 'to'): E[] {
  const leading = new Map<string, number>()
  const leaving = Map.groupBy(edges, (edge) => edge[outOf])
  for (const edge of edges) leading.set(edge[into], (leading.get(edge[into]) ?? 0) + 1)
  const gone = new Set<E>()
  const ends = [...leaving.keys()].filter((node) => !leading.has(node))
  for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
    for (const edge of leaving.get(node) ?? []) {
      gone.add(edge)
      const left = (leading.get(edge[into]) ?? 0) - 1
      leading.set(edge[into], left)
      if (left === 0) ends.push(edge[into])
    }
  }
  return edges.filter((edge) => !gone.has(edge))
}
