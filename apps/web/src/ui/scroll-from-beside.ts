import type { WheelEvent } from 'react'

/** The wheel scrolls the body from what is around it, too, such as its header. React also bubbles events of a dialog in front of it to here. */
export function scrollFromBeside({ currentTarget, target, ctrlKey, deltaY }: WheelEvent, body: HTMLElement | null): void {
  const isBeside = target instanceof Node && currentTarget.contains(target) && !body?.contains(target)
  // With Ctrl it zooms.
  if (isBeside && !ctrlKey) body?.scrollBy(0, deltaY)
}
