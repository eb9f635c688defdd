import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'

type Props = {
  onBegin: () => void
  /** Whether a tap of a finger begins editing too. A text that people read and scroll past more often than they edit it leaves that to its menu. */
  byTouch?: boolean
  children: ReactNode
}

/** A text on a card whose editing begins with a click on it. Keyboard users have a button. */
export function ClickToEdit({ onBegin, byTouch = true, children }: Props) {
  const pressed = useRef({ byTouch: false, clears: false })
  const press = ({ pointerType }: PointerEvent) => {
    pressed.current = { byTouch: pointerType === 'touch', clears: hasSelection() }
  }
  const click = (event: MouseEvent) => {
    const { current } = pressed
    if (isPlainClick(event) && !current.clears && (byTouch || !current.byTouch)) onBegin()
  }
  return (
    <div
      onPointerDown={press}
      onClick={click}
      role="presentation"
      className="-mx-2 -my-0.5 cursor-text rounded-md px-2 py-0.5 hover:bg-hover/50"
    >
      {children}
    </div>
  )
}

const hasSelection = (): boolean => getSelection()?.isCollapsed === false

/** A click on a link, a task or a selection does not start editing, nor does one that clears a selection. */
function isPlainClick({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, img') !== null
  return !isControl && !hasSelection()
}
