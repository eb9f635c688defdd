/** Copies a text. Browsers have a clipboard only over https and on localhost; elsewhere the text is copied from a hidden field. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  Object.assign(field.style, { position: 'fixed', opacity: '0' })
  // Within the front element, because a dialog takes the focus back from elements behind it.
  const around = document.activeElement?.parentElement ?? document.body
  around.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
