/** The press in progress, and its latest movement. */
let press: PointerEvent | null = null
let moved: PointerEvent | null = null
const end = () => {
  press = null
  moved = null
}

function begin(event: PointerEvent): void {
  if (!event.isTrusted || event.button !== 0) return
  press = event
  moved = null
}

function follow(event: PointerEvent): void {
  if (event.isTrusted && event.pointerId === press?.pointerId) moved = event
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
    const last = moved
    end()
    if (!early) return
    early.target?.dispatchEvent(new PointerEvent('pointerdown', early))
    if (last) repeatMove(early, last)
  })
}

/** The first `pointermove` starts the drag; the second moves the card, unless the pointer has moved by itself meanwhile. */
function repeatMove({ target }: PointerEvent, last: PointerEvent): void {
  const move = () => target?.dispatchEvent(new PointerEvent('pointermove', last))
  const waiting = new AbortController()
  const { signal } = waiting
  move()
  for (const type of ['pointermove', 'pointerup', 'pointercancel']) addEventListener(type, () => waiting.abort(), { capture: true, signal })
  requestAnimationFrame(() => {
    if (signal.aborted) return
    waiting.abort()
    move()
  })
}
