/** Nothing has the focus of its own: a dialog takes the one that is lost within it. */
const isLost = (): boolean => document.activeElement === document.body || document.activeElement?.matches('[role=dialog]') === true

/** A dialog takes a lost focus some frames later; on a busy machine that is later still. */
const watchMs = 1_000

/** At once, and again when a dialog takes the focus, until somebody presses a key or a button. */
function onceLost(goOn: () => void): void {
  const ifLost = () => isLost() && goOn()
  const watch = new AbortController()
  const { signal } = watch
  setTimeout(ifLost)
  document.addEventListener('focusin', ifLost, { signal })
  for (const press of ['keydown', 'pointerdown']) document.addEventListener(press, () => watch.abort(), { signal, capture: true })
  setTimeout(() => watch.abort(), watchMs)
}

/**
 * A field that is done with goes away: the keyboard goes on from the control that stands in its place. To be called while the field is there.
 * The focus waits on what both stand in: a dialog that sees it lost takes it in the next frame from whatever has it by then, such as a field
 * that the next key has opened.
 */
export function focusAfter(field: Element, within: string, control: string): void {
  const place = field.closest<HTMLElement>(within)
  if (!place) return
  const isFocusable = place.hasAttribute('tabindex')
  if (!isFocusable) place.tabIndex = -1
  place.focus({ preventScroll: true })
  setTimeout(() => {
    if (document.activeElement === place || isLost()) place.querySelector<HTMLElement>(control)?.focus()
    if (!isFocusable) place.removeAttribute('tabindex')
  })
}

/** The same for a field that has gone away before: to be called once that control is there. */
export function goOnAfter(field: Element, within: string, control: string): () => void {
  const place = field.closest(within)
  return () => onceLost(() => place?.querySelector<HTMLElement>(control)?.focus())
}

/**
 * What is sent takes its button along: the keyboard then goes on from what it stood in, as far as that is still there. To be called before
 * it is sent; what it answers, after.
 */
export function focusAround(field: Element): () => void {
  const around: HTMLElement[] = []
  for (let at = placeAround(field); at; at = at.parentElement && placeAround(at.parentElement)) around.push(at)
  return () => onceLost(() => around.find((place) => place.isConnected)?.focus({ preventScroll: true }))
}

const placeAround = (from: Element): HTMLElement | null => from.closest<HTMLElement>('[tabindex="-1"]')
