import { useEffect } from 'react'

/** How long the focus may take to reach what was opened, in frames. */
const mostFrames = 60

let fetches = 0
let held: KeyboardEvent[] = []
let stopHolding: (() => void) | null = null

/**
 * The fallback while code is fetched for a dialog. Keys that are pressed meanwhile are held and given to the dialog once it has the focus:
 * the page behind would take them for its commands. They are dropped if the dialog does not come.
 */
export function HeldKeys() {
  useEffect(() => {
    fetches++
    stopHolding ??= holdKeys()
    return () => {
      fetches--
      giveWhenFocused()
    }
  }, [])
  return null
}

function holdKeys(): () => void {
  const hold = (event: KeyboardEvent) => {
    // Shortcuts of the browser, and the event of a key that is given on.
    if (event.ctrlKey || event.metaKey || event.altKey || !event.isTrusted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  addEventListener('keydown', hold, { capture: true })
  return () => removeEventListener('keydown', hold, { capture: true })
}

function giveWhenFocused(frame = 0): void {
  if (fetches > 0) return
  const isThere = document.activeElement?.closest('[role=dialog], [role=menu], [role=listbox]')
  if (!isThere && frame < mostFrames) return void requestAnimationFrame(() => giveWhenFocused(frame + 1))
  stopHolding?.()
  stopHolding = null
  const keys = held
  held = []
  if (isThere) for (const key of keys) give(key)
}

function give(event: KeyboardEvent): void {
  const at = document.activeElement
  // The copy has what the key was, but the browser types nothing for it.
  const isOurs = at?.dispatchEvent(new KeyboardEvent('keydown', event))
  if (!isOurs || !(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)) return
  if (event.key === 'Backspace') document.execCommand('delete')
  else if (event.key.length === 1) document.execCommand('insertText', false, event.key)
}
