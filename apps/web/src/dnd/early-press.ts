/** The last press and its last movement, while it lasts. */
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
 * Begins a press anew that came before the drag library and still lasts, so that what was grasped early is dragged, and moves it to where
 * the pointer is by now. Once for each press, although a board has a library for its cards and one for its lists; and once they have
 * registered what is on the page.
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
    // The first movement begins the drag, the second one is a part of it.
    move()
    requestAnimationFrame(move)
  })
}
