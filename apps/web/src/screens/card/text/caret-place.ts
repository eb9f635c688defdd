const copied = ['font', 'letterSpacing', 'lineHeight', 'padding', 'borderWidth', 'textTransform', 'tabSize'] as const

/** Where a character of a text field stands, from the field's own corner: a hidden copy of the text up to it is measured. */
export function caretPlace(field: HTMLTextAreaElement, at: number): { left: number; top: number; lineHeight: number } {
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
  return { left: offsetLeft, top: offsetTop - field.scrollTop, lineHeight: offsetHeight }
}
