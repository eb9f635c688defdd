import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { onOwnLine } from './own-line.ts'

/** The text to insert for a file after its upload; null if it was refused. */
export type SentFile = Promise<string | null>

/**
 * Inserts the texts for pasted files into the plain field, each as soon as its upload ends. `sending` holds the unfinished ones: the editor
 * takes them over with the text.
 */
export function usePastedFiles(field: RefObject<HTMLTextAreaElement | null>, onText: (text: string) => void) {
  const sending = useRef(new Set<SentFile>())
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  const insert = useCallback(
    async (sent: SentFile) => {
      sending.current.add(sent)
      const text = await sent
      sending.current.delete(sent)
      const at = field.current
      // The editor has replaced the field meanwhile: it inserts the text.
      if (text === null || !at) return
      at.setRangeText(onOwnLine(text, at.value, at.selectionEnd), at.selectionEnd, at.selectionEnd, 'end')
      latest.current(at.value)
    },
    [field],
  )
  return { sending, insert }
}
