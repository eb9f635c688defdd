import { type RefObject, useEffect, useState } from 'react'

/**
 * The id of the item within an element that has the focus or had it last. It is kept while the focus is in a menu or dialog opened from the
 * item, since the focus returns to it.
 */
export function useFocused(
  element: RefObject<HTMLElement | null>,
  isOn: boolean,
  idOf: (target: Element) => string | undefined,
): string | null {
  const [focused, setFocused] = useState<string | null>(null)
  useEffect(() => {
    const within = element.current
    if (!within || !isOn) return undefined
    const onFocus = ({ target }: FocusEvent) => setFocused((target instanceof Element ? idOf(target) : undefined) ?? null)
    within.addEventListener('focusin', onFocus)
    return () => within.removeEventListener('focusin', onFocus)
  }, [element, isOn, idOf])
  return focused
}
