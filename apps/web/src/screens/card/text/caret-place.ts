const copied = ['font', 'letterSpacing', 'lineHeight', 'padding', 'borderWidth', 'textTransform', 'tabSize'] as const

/** Where a list stands beside a character of a text: below its line, or above it where there is no room. */
export type Place = { left: number; top?: number; bottom?: number }

const gapPx = 4
const mostHighPx = 256

/** Where a character of a text field stands, from the field's own corners: a hidden copy of the text up to it is measured. */
export function caretPlace(field: HTMLTextAreaElement, at: number): Place {
  const style = getComputedStyle(field)
  const copy = document.createElement('div')
  for (const name of copied) copy.style[name] = style[name]
  Object.assign(copy.style, { position: 'fixed', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' })
  copy.style.boxSizing = 'border-box'
  copy.style.width = `${field.offsetWidth}px`
  copy.textContent = field.value.slice(0, at)
  const mark = document.createElement('span')
  mark.textContent = '@'
  copy.append(mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  const top = offsetTop - field.scrollTop
  const below = top + offsetHeight + gapPx
  const isRoom = field.getBoundingClientRect().top + below + mostHighPx < window.innerHeight
  return { left: offsetLeft, ...(isRoom ? { top: below } : { bottom: field.offsetHeight - top + gapPx }) }
}
