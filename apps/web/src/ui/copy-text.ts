/** Puts a text on the clipboard. Browsers have one for pages only over https and on this machine; elsewhere a hidden field is copied from. */
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
  // Within what is in front: a dialog takes the focus back from what is behind it.
  const around = document.activeElement?.parentElement ?? document.body
  around.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
