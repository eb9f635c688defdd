import { lazy, Suspense, useSyncExternalStore } from 'react'

/** What went wrong, said once at the edge of the screen. */
export type Said = { title: string; text: string }

const base = () => import('./base/toasts.tsx')
const View = lazy(async () => ({ default: (await base()).Toasts }))
/** When the page is idle: without a network it could not be fetched, and that is when it is needed. */
export const loadToasts = base

let said: readonly Said[] = []
let everSaid = false
const listeners = new Set<() => void>()

/** May be called from anywhere. */
export function say(toast: Said): void {
  said = [...said, toast]
  everSaid = true
  for (const listener of listeners) listener()
}

function taken(): void {
  said = []
  for (const listener of listeners) listener()
}

function onSaid(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const waiting = useSyncExternalStore(onSaid, () => said)
  if (!everSaid) return null
  return (
    <Suspense>
      <View said={waiting} onTaken={taken} />
    </Suspense>
  )
}
