/** A field that is done with goes away: the keyboard goes on from the control that stands in its place. */
export function focusAfter(field: Element, within: string, control: string): void {
  const place = field.closest(within)
  setTimeout(() => document.activeElement === document.body && place?.querySelector<HTMLElement>(control)?.focus())
}
