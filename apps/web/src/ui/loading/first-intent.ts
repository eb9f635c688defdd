/**
 * Code that only a click or a key needs is fetched at the first sign that one will follow, not when the page is idle: for a board that is
 * only looked at, the 180 kB would be two fifths of what it loads. A pointer moves for a while before it presses. Where a press or a key is
 * the first sign, it waits for the code, as it did within 1.5 s of the load. Focus is no sign, because the page of sign-in sets it itself; a
 * click without a press is that of a screen reader.
 *
 * A page that stays open for a minute, or that was without a network, fetches it too: when it is used at last, the network may be gone, or
 * an upgrade of the service may have removed the files. Without a network nothing is fetched, because some browsers keep the failure of an
 * import until the page is loaded anew.
 */
const signs = ['pointermove', 'pointerdown', 'keydown', 'click', 'online'] as const
const longestIdleMs = 60_000
const waiting = new Set<() => void>()
let isGiven = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Begins to listen; called once, when the page is loaded. */
export function watchForIntent(): void {
  for (const sign of signs) addEventListener(sign, onSign, { capture: true, passive: true })
  timer = setTimeout(give, longestIdleMs)
}

/** Calls back once, at the first sign, or now if there has been one. Returns a function that ends the wait. */
export function onFirstIntent(run: () => void): () => void {
  if (isGiven) run()
  else waiting.add(run)
  return () => void waiting.delete(run)
}

function onSign(event: Event): void {
  // A page that is drawn below a pointer at rest is told of a move too.
  if (event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return
  give()
}

function give(): void {
  if (!navigator.onLine) return
  isGiven = true
  clearTimeout(timer)
  for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
  for (const run of waiting) run()
  waiting.clear()
}
