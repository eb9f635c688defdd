import { useSyncExternalStore } from 'react'

/** As `max-md` of the style sheet. */
const narrow = () => matchMedia('(width < 48rem)')

/** Whether the page is as narrow as a phone. For the order of elements only, which a style sheet changes for the eye alone. */
export const useIsPhone = (): boolean => useSyncExternalStore(onChange, () => narrow().matches)

function onChange(listener: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
