/** The press in progress, and its latest movement. */
let press: PointerEvent | null = null
let moved: PointerEvent | null = null
const end = () => {
  press = null
}

function begin(event: PointerEvent): void {
  if (!event.isTrusted) return
  press = event
  moved = null
}

function follow(event: PointerEvent): void {
  if (event.pointerId === press?.pointerId) moved = event
}

addEventListener('pointerdown', begin, { capture: true })
addEventListener('pointermove', follow, { capture: true, passive: true })
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { capture: true })

/**
 * Repeats a press that began before the drag library loaded and still lasts, so that the card is dragged, and moves it to where the pointer
 * is now. Once for each press, although a board loads the library for its cards and for its lists; and only after both have registered their
 * elements.
 */
export function repeatPress(): void {
  setTimeout(() => {
    const early = press
    press = null
    if (!early) return
    early.target?.dispatchEvent(new PointerEvent('pointerdown', early))
    const last = moved
    if (!last) return
    const move = () => early.target?.dispatchEvent(new PointerEvent('pointermove', last))
    // The first `pointermove` starts the drag; the second moves the card.
    move()
    requestAnimationFrame(move)
  })
}
