import { useSyncExternalStore } from 'react'

/** As `max-md` of the style sheet. */
const narrow = () => matchMedia('(width < 48rem)')

/** Whether the page is as narrow as a phone. For the order of elements and for what has no room there; the rest is a matter of the style sheet. */
export const useIsPhone = (): boolean => useSyncExternalStore(onChange, () => narrow().matches)

function onChange(listener: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
