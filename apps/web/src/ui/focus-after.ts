/** Nothing has the focus of its own: a dialog takes the one that is lost within it. */
const isLost = (): boolean => document.activeElement === document.body || document.activeElement?.matches('[role=dialog]') === true

/** At once, and once more behind the frame in which a dialog takes it. */
function onceLost(goOn: () => void): void {
  const ifLost = () => isLost() && goOn()
  setTimeout(ifLost)
  requestAnimationFrame(() => requestAnimationFrame(ifLost))
}

/** A field that is done with goes away: the keyboard goes on from the control that stands in its place. */
export const focusAfter = (field: Element, within: string, control: string): void => goOnAfter(field, within, control)()

/** The same, to be called once that control is there. */
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
