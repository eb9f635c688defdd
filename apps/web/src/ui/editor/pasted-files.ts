import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** What stands for a file once it is sent; null when it was not taken. */
export type SentFile = Promise<string | null>

/**
 * Puts what stands for pasted files in the plain field as soon as each is sent. `sending` is what is not sent yet: the editor takes it over
 * with the text.
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
      // The editor has come meanwhile: it inserts the text.
      if (text === null || !at) return
      at.setRangeText(text, at.selectionEnd, at.selectionEnd, 'end')
      latest.current(at.value)
    },
    [field],
  )
  return { sending, insert }
}
