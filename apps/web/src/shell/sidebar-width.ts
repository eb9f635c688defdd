import { useSyncExternalStore } from 'react'

/** Whether the sidebar shows only icons: chosen per browser. Below 1024 px it always does. */
const place = 'tandem.sidebar'
const listeners = new Set<() => void>()

const isNarrow = (): boolean => localStorage.getItem(place) === 'narrow'

export function toggleSidebar(): void {
  if (isNarrow()) localStorage.removeItem(place)
  else localStorage.setItem(place, 'narrow')
  for (const listener of listeners) listener()
}

export const hasWideSidebar = (): boolean => matchMedia('(width >= 64rem)').matches

export const useNarrowSidebar = (): boolean => useSyncExternalStore(onChange, isNarrow)

/** `storage` fires for changes in other tabs. */
function onChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
