import { useMemo, useState } from 'react'
import { draftPlace } from './draft-place.ts'

/** The draft of a text. It survives a reload, a closed card and a lost network until it has been sent. */
export function useDraft(key: string): [text: string, write: (text: string) => void, putBack: (refused: string) => void] {
  const place = useMemo(() => draftPlace(key), [key])
  const [text, setText] = useState(() => localStorage.getItem(place) ?? '')
  const write = (next: string) => {
    if (next === '') localStorage.removeItem(place)
    else localStorage.setItem(place, next)
    setText(next)
  }
  /** Puts a refused text in front of the text that was written since. */
  const putBack = (refused: string) => write([refused, localStorage.getItem(place) ?? ''].filter(Boolean).join('\n\n'))
  return [text, write, putBack]
}
