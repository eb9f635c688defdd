import { lazy, Suspense, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts.tsx'

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
/** Without a network it cannot be fetched, and that is when something is to be said. */
const View = lazy(() =>
  base().then(
    ({ Toasts }) => ({ default: Toasts }),
    () => ({ default: PlainToasts }),
  ),
)
/** When the page is idle. */
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
