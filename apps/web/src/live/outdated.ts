import { useSyncExternalStore } from 'react'
import { currentPage } from './current-page.ts'

const listeners = new Set<() => void>()
let outdated = false

/** The scripts that this page was loaded with: another build has others. */
const own = [...document.scripts].filter(({ src }) => src.startsWith(location.origin)).map(({ src }) => new URL(src).pathname)

/** A module that cannot be fetched may have been removed by an upgrade of the service while the page was open. */
addEventListener('vite:preloadError', () => void look())

async function look(): Promise<void> {
  const page = await currentPage()
  if (page === null) return
  outdated = !own.every((path) => page.includes(path))
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOutdated = (): boolean => useSyncExternalStore(onChange, () => outdated)
