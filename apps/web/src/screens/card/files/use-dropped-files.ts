import { useEffect, useState } from 'react'
import { upload } from '../../../mutations/uploads.ts'

/**
 * While a card is open, files that are dropped anywhere, or pasted outside of a text, are attached to it: otherwise the browser would leave
 * the page for a file that misses its target. Returns whether files are over the page.
 */
export function useDroppedFiles(cardId: string, mayWrite: boolean): boolean {
  const [hovering, setHovering] = useState(false)
  useEffect(() => {
    if (!mayWrite) return undefined
    const take = (files: FileList | undefined) => {
      for (const file of files ?? []) void upload(cardId, file)
    }
    const listeners: { [K in 'dragover' | 'dragleave' | 'drop' | 'paste']: (event: WindowEventMap[K]) => void } = {
      dragover(event) {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setHovering(true)
      },
      // Counted for the window itself, because within it the pointer enters and leaves elements all the time.
      dragleave: (event) => event.relatedTarget === null && setHovering(false),
      drop(event) {
        setHovering(false)
        // A text field handles files that are dropped on it.
        if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
      paste(event) {
        const isInText = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
        if (!isInText) take(event.clipboardData?.files)
      },
    }
    const entries = Object.entries(listeners) as [string, EventListener][]
    for (const [name, listener] of entries) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener)
    }
  }, [cardId, mayWrite])
  return hovering
}
