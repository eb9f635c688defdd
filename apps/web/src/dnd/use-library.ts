import { useEffect, useState } from 'react'
import { onFirstIntent } from '../ui/loading/first-intent.ts'
import { repeatPress } from './early-press.ts'
import type { createLibrary, Library } from './library.ts'
import { useStable } from './use-stable.ts'

export type { Library }

let isLoaded = false

type Store = { get: () => Library | null; set: (library: Library | null) => void; subscribe: (listener: () => void) => () => void }

/**
 * The drag library. Fetched at the first sign of use, because it is as large as the code of the board. A press that came before it is given
 * to it, if it still lasts.
 */
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
    const load = async () => {
      const isEarly = !isLoaded
      const { createLibrary } = await import('./library.ts')
      isLoaded = true
      if (!shown) return
      store.set(createLibrary({ ...stable, onMove, onEnd }))
      if (isEarly) repeatPress()
    }
    // Without a network, the keyboard and the menu still work, and dragging does once it is back.
    const tryToLoad = () => void load().catch(() => shown && addEventListener('online', tryToLoad, { once: true }))
    const endWait = onFirstIntent(tryToLoad)
    return () => {
      shown = false
      endWait()
      removeEventListener('online', tryToLoad)
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
