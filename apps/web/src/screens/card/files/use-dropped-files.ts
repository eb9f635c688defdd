import { useEffect, useState } from 'react'
import { upload } from '../../../mutations/uploads.ts'

/**
 * While a card is open, files that are dropped anywhere or pasted outside of a text go on it: a browser would leave the page for a file
 * that misses its target. Answers whether files hover now.
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
      // Of the window itself: within it one element is left for another all the time.
      dragleave: (event) => event.relatedTarget === null && setHovering(false),
      drop(event) {
        setHovering(false)
        // A text takes the files that are dropped on it.
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
