import type { MouseEvent, ReactNode } from 'react'

/** A text on a card whose editing begins with a click on it. Keyboard users have a button. */
export function ClickToEdit({ onBegin, children }: { onBegin: () => void; children: ReactNode }) {
  const click = (event: MouseEvent) => {
    if (isPlainClick(event)) onBegin()
  }
  return (
    <div onClick={click} role="presentation" className="-mx-2 -my-0.5 cursor-text rounded-md px-2 py-0.5 hover:bg-hover/50">
      {children}
    </div>
  )
}

/** A click on a link, a task or a selection does not start editing. */
function isPlainClick({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, img') !== null
  return !isControl && getSelection()?.isCollapsed !== false
}
