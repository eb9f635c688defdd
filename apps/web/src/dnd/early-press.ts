/** The last press, while it lasts. */
let press: PointerEvent | null = null
const end = () => {
  press = null
}

addEventListener('pointerdown', (event) => event.isTrusted && (press = event), { capture: true })
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { capture: true })

/**
 * Begins a press anew that came before the drag library and still lasts, so that what was grasped early is dragged. Once for each press,
 * although a board has a library for its cards and one for its lists; and once they have registered what is on the page.
 */
export function repeatPress(): void {
  const early = press
  press = null
  if (early) setTimeout(() => early.target?.dispatchEvent(new PointerEvent('pointerdown', early)))
}
