import { useEffect, useState } from 'react'
import type { createLibrary, Library } from './library.ts'
import { useStable } from './use-stable.ts'

export type { Library }

type Store = { get: () => Library | null; set: (library: Library | null) => void; subscribe: (listener: () => void) => () => void }

/** The library of drag and drop. It is fetched once the board is drawn: it is as large as the board, and a drag needs the board first. */
export function useLibrary(wanted: boolean, told: Parameters<typeof createLibrary>[0]): Store {
  const [store] = useState(createStore)
  const stable = useStable(told)
  useEffect(() => {
    if (!wanted) return undefined
    let shown = true
    let last: { x: number; y: number } | null = null
    const onMove = (point: { x: number; y: number }) => {
      last = point
      stable.onMove(point)
    }
    const onEnd = (canceled: boolean) => {
      last = null
      stable.onEnd(canceled)
    }
    // Lists that scroll beneath a pointer that rests bring other places to it.
    const onScroll = () => last && stable.onMove(last)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    // Without the network there is the keyboard, and the menu.
    void import('./library.ts').then(
      ({ createLibrary }) => shown && store.set(createLibrary({ ...stable, onMove, onEnd })),
      () => {},
    )
    return () => {
      shown = false
      document.removeEventListener('scroll', onScroll, { capture: true })
      store.get()?.end()
      store.set(null)
    }
  }, [wanted, stable, store])
  return store
}

function createStore(): Store {
  let library: Library | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => library,
    set(next) {
      library = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
