import { lazy, Suspense, useSyncExternalStore } from 'react'

/** What went wrong or was done, said once at the edge of the screen. */
export type Said = {
  title: string
  /** Each line of it stands on a line of its own. */
  text?: string
  /** Something was done: said quietly. Otherwise something went wrong. */
  done?: boolean
  action?: { name: string; run: () => void }
  /** A newer one of the same kind takes the place of the older one. */
  kind?: string
}

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
