/** Whether the focus is lost: on the page itself, or on a dialog or its body, which take over a focus that is lost within the dialog. */
const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('[role=dialog], [data-dialog-body]') === true

/** In ms. A dialog takes over a lost focus some frames later, and on a busy machine later still. */
const watchMs = 1_000

/**
 * Moves the focus when what has it disappears, and again when a dialog takes it over, until the user presses a key or a button. A function
 * that moves the focus nowhere is called again in the next frame.
 */
export function focusOnceLost(goOn: () => void): void {
  const watch = new AbortController()
  const { signal } = watch
  for (const press of ['keydown', 'pointerdown']) document.addEventListener(press, () => watch.abort(), { signal, capture: true })
  setTimeout(() => watch.abort(), watchMs)
  const ifLost = () => !signal.aborted && isLost() && goOn()
  setTimeout(ifLost)
  document.addEventListener('focusin', ifLost, { signal })
  // No event tells that the focused element was removed.
  const look = () => {
    if (signal.aborted) return
    ifLost()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * For a field that disappears after use: focuses the control that replaces it. Call it while the field still exists. Meanwhile the focus is
 * on the container of both: a dialog that loses the focus would in the next frame give it to another element, such as a field that the next
 * key has opened.
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

/** Focuses an element that is no control, until the focus goes on from there. */
export function focusPlace(place: HTMLElement | null): void {
  if (place && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place?.focus({ preventScroll: true })
}

/** Like `focusAfter` for a field that has disappeared already: to be called once the control exists. */
export function goOnAfter(field: Element, within: string, control: string): () => void {
  const place = field.closest(within)
  return () => focusOnceLost(() => place?.querySelector<HTMLElement>(control)?.focus())
}

/** For what takes the place of a field that had the focus. */
export const focusInstead = (find: () => HTMLElement | null | undefined): void => focusOnceLost(() => find()?.focus())

/**
 * For forms whose button disappears after sending: focus then moves to the nearest surrounding element that still exists. Call it before
 * sending, and the function that it returns afterwards.
 */
export function focusAround(field: Element): () => void {
  const around: HTMLElement[] = []
  for (let at = placeAround(field); at; at = at.parentElement && placeAround(at.parentElement)) around.push(at)
  return () =>
    focusOnceLost(() => {
      const place = around.find((one) => one.isConnected)
      // A dialog gives the focus on to its body, which counts as lost: giving it to the dialog again would not end.
      if (!place?.contains(document.activeElement)) place?.focus({ preventScroll: true })
    })
}

const placeAround = (from: Element): HTMLElement | null => from.closest<HTMLElement>('[tabindex="-1"]')

/**
 * Opens what a button opens, for a key or the palette. Escape leads back to the button: the first time a menu has another one, because its
 * code has come meanwhile, and a dialog around it would go on from its first control.
 */
export function openBy(button: () => HTMLElement | null): void {
  button()?.focus()
  button()?.click()
  const isOpen = () => button()?.getAttribute('aria-expanded') === 'true'
  const watch = new AbortController()
  const { signal } = watch
  // The next press may come before the timer: browsers let input go first.
  const goBack = () => !signal.aborted && !isOpen() && document.activeElement !== button() && button()?.focus()
  const onKey = ({ key }: KeyboardEvent) => {
    if (!isOpen()) return watch.abort()
    if (key !== 'Escape') return
    setTimeout(goBack)
    // The dialog takes the focus some frames later; the next press ends it.
    document.addEventListener('focusin', goBack, { signal })
  }
  document.addEventListener('keydown', onKey, { signal, capture: true })
  document.addEventListener('pointerdown', () => watch.abort(), { signal, capture: true })
}
