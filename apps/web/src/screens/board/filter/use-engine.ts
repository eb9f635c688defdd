import { useEffect, useSyncExternalStore } from 'react'

type Engine = typeof import('./engine.ts')

let engine: Engine | null = null
const listeners = new Set<() => void>()

async function fetchEngine(): Promise<void> {
  engine ??= await import('./engine.ts')
  for (const listener of listeners) listener()
}

/** Null until it is loaded; a failed load is repeated with the next board. */
export function useEngine(): Engine | null {
  useEffect(() => {
    if (!engine) void fetchEngine().catch(() => {})
  }, [])
  return useSyncExternalStore(onFetched, () => engine)
}

function onFetched(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
