import { isApple } from '../is-apple.ts'

/** How long keys are held for code that does not come, in ms. */
const longestHoldMs = 3_000
/** How long the focus may take to reach what was opened, and then its field, in frames. */
const mostFrames = 60
const mostFieldFrames = 10

const dialogs = '[role=dialog], [role=menu], [role=listbox]'
const menus = '[role=menu], [role=listbox]'
export const fields = 'input, textarea, select, [contenteditable]'
/** The scrolling body of a wide dialog. It has the focus at first, but is not a control. */
const scrolled = '[data-dialog-body]'
const scrolling = /^(ArrowDown|ArrowUp|End|Home|PageDown|PageUp| )$/

/** Fetches of this hold that have not ended. */
let fetches = 0
/** A fetch may outlast its hold, and must not count for the next one. */
let holdNumber = 0
let held: KeyboardEvent[] = []
/** The dialog that had the focus when the first key could be held: it is not the one that was asked for. */
let behind: Element | null = null
let stopHolding: (() => void) | null = null

/** Holds keys until every caller has called the function that it got. */
export function holdKeys(isInside: boolean): () => void {
  fetches++
  const ofHold = holdNumber
  if (!stopHolding) {
    behind = isInside ? null : dialogAround(document.activeElement)
    stopHolding = listen()
  }
  return () => {
    if (ofHold !== holdNumber) return
    fetches--
    // The texts of two areas are fetched one after the other, so a frame later another fetch may have begun.
    requestAnimationFrame(() => giveWhenFocused(ofHold))
  }
}

function listen(): () => void {
  const hold = (event: KeyboardEvent) => {
    // The dialog is given up: the keys that follow are for the page.
    if (event.isTrusted && event.key === 'Escape') end()
    // Not the event of a key that is given on.
    if (!event.isTrusted || !isForDialog(event) || isTypedBehind(event.target) || isThereAlready(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  addEventListener('keydown', hold, { capture: true })
  addEventListener('pointerdown', end, { capture: true })
  const timer = setTimeout(end, longestHoldMs)
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', hold, { capture: true })
    removeEventListener('pointerdown', end, { capture: true })
  }
}

/** Whether a key is typed in a field of the page or dialog behind. One in a field of the new dialog must not overtake those that are held. */
const isTypedBehind = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null && dialogAround(target) === behind

/** Whether a key is pressed on a control of the new dialog, such as Enter on a button, or scrolls it: only the browser can do that. */
function isThereAlready({ target, key }: KeyboardEvent): boolean {
  const front = target instanceof Element ? dialogAround(target) : null
  if (held.length > 0 || front === null || front === behind || front === target) return false
  return target !== front.querySelector(scrolled) || scrolling.test(key)
}

/** Ends the hold. Keys that were not given are dropped. */
function end(): void {
  stopHolding?.()
  stopHolding = null
  held = []
  fetches = 0
  holdNumber++
}

/** Also the keys that change others: with Shift, Tab goes back. */
const ofBrowser = /^(Tab|Escape|F\d+|Shift|CapsLock|NumLock)$/

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>

/**
 * Whether a key is meant for the dialog, and is no shortcut of the browser, Tab or Escape. With AltGr, and with Option on a Mac, letters are
 * typed: `ż`.
 */
export function isForDialog(event: Pressed, onApple = isApple): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const isOption = onApple && altKey && !ctrlKey && !metaKey
  if (key.length === 1 && (isOption || event.getModifierState('AltGraph'))) return true
  return !ctrlKey && !metaKey && !altKey && !ofBrowser.test(key)
}

function giveWhenFocused(ofHold: number, frame = 0, framesInFront = 0): void {
  if (fetches > 0 || ofHold !== holdNumber) return
  const at = document.activeElement
  const front = dialogAround(at)
  const isThere = front !== null && front !== behind
  // A popup gets the focus first, and then its field, if it has one.
  const isLater = isThere ? !takesKeys(at) && framesInFront < mostFieldFrames : frame < mostFrames
  if (isLater) return void requestAnimationFrame(() => giveWhenFocused(ofHold, frame + 1, isThere ? framesInFront + 1 : 0))
  if (isThere) giveOn()
  else end()
}

/**
 * Gives the keys to where the focus is. A dialog without a field, such as a card, gets them as commands, one at a time: the first may open
 * what the next one is for.
 */
function giveOn(): void {
  while (held.length > 0 && takesKeys(document.activeElement)) give(held.shift())
  if (held.length > 0) {
    give(held.shift())
    const ofHold = holdNumber
    requestAnimationFrame(() => giveWhenFocused(ofHold))
  } else end()
}

const dialogAround = (element: Element | null): Element | null => element?.closest(dialogs) ?? null
const takesKeys = (element: Element | null): boolean => Boolean(element?.matches(fields) || element?.closest(menus))

function give(event: KeyboardEvent | undefined): void {
  if (!event) return
  const at = document.activeElement
  // The copy has what the key was, but the browser types nothing for it.
  const isOurs = at?.dispatchEvent(new KeyboardEvent('keydown', event))
  if (!isOurs || !at?.matches(fields)) return
  if (event.key === 'Enter') pressEnter(at, event.repeat)
  else if (event.key === 'Backspace') document.execCommand('delete')
  else if (event.key.length === 1) document.execCommand('insertText', false, event.key)
}

/**
 * Does what a browser does for Enter: adds a line in a textarea, submits the form of an input unless its submit button is disabled. A repeated
 * key submits nothing, because the user has not yet seen that the first press sent the form.
 */
function pressEnter(at: Element, isRepeated: boolean): void {
  if (at.matches('textarea')) document.execCommand('insertText', false, '\n')
  const form = at.matches('input') && !isRepeated ? at.closest('form') : null
  if (form && !form.querySelector('[type=submit]')?.matches(':disabled')) form.requestSubmit()
}
