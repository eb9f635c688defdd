import { useState } from 'react'
import type { LanesBy } from '../filter/search.ts'

/** The most rows that are stored: beyond it the oldest are unfolded again. */
const mostKept = 200

/** The rows that the user has folded, in this browser: for each board and each kind of row. */
export function useFolded(boardId: string, by: LanesBy): { folded: ReadonlySet<string>; fold: (lane: string, isFolded: boolean) => void } {
  const place = `tandem.folded.${boardId}.${by}`
  const [state, setState] = useState(() => ({ place, lanes: keptAt(place) }))
  const lanes = state.place === place ? state.lanes : keptAt(place)
  return {
    folded: new Set(lanes),
    fold(lane, isFolded) {
      const others = lanes.filter((one) => one !== lane)
      const next = isFolded ? [...others, lane].slice(-mostKept) : others
      if (next.length === 0) localStorage.removeItem(place)
      else localStorage.setItem(place, JSON.stringify(next))
      setState({ place, lanes: next })
    },
  }
}

function keptAt(place: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}
