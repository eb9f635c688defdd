import { lazy, Suspense, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts.tsx'

/** A message at the edge of the screen: a failure, or a completed act. */
export type Said = {
  title: string
  /** Each of its lines is shown on a line of its own. */
  text?: string
  /** A completed act, shown discreetly; otherwise a failure. */
  done?: boolean
  action?: { name: string; run: () => void }
  /** Replaces an older message of the same kind. */
  kind?: string
  /** Closes it: there is nothing more to do about it. */
  over?: Promise<void>
}

const base = () => import('../base/toasts.tsx')
/** Loaded ahead, because it cannot be fetched without a network, which is when messages are needed. */
const View = lazy(() =>
  base().then(
    ({ Toasts }) => ({ default: Toasts }),
    () => ({ default: PlainToasts }),
  ),
)
/** At the first sign of use. */
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
