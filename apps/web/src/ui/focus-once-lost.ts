import { isLost, watchMs } from './focus-after.ts'

/** Moves the focus when what a dialog or a menu was opened from disappears. A press of the user ends it. */
export function focusOnceLost(goOn: () => void): void {
  const watch = new AbortController()
  const { signal } = watch
  for (const press of ['keydown', 'pointerdown']) document.addEventListener(press, () => watch.abort(), { signal, capture: true })
  setTimeout(() => watch.abort(), watchMs)
  // No event tells that the focused element was removed.
  const look = () => {
    if (signal.aborted) return
    if (isLost()) goOn()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
