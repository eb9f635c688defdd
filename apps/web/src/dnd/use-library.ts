import { useEffect, useState } from 'react'
import type { createLibrary, Library } from './library.ts'
import { useStable } from './use-stable.ts'

export type { Library }

type Store = { get: () => Library | null; set: (library: Library | null) => void; subscribe: (listener: () => void) => () => void }

/** The drag library. Fetched after the board is drawn, because it is as large as the code of the board and not needed before. */
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
    // Scrolling lists move other slots below a resting pointer.
    const onScroll = () => last && stable.onMove(last)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    // Without a network, the keyboard and the menu still work.
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
