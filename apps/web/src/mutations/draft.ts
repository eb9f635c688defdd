import { useState } from 'react'

/** A text that somebody is writing: it outlives a reload, a closed card and a lost network, until it has been sent. */
export function useDraft(key: string): [text: string, write: (text: string) => void, putBack: (refused: string) => void] {
  const place = `tandem.draft.${key}`
  const [text, setText] = useState(() => localStorage.getItem(place) ?? '')
  const write = (next: string) => {
    if (next === '') localStorage.removeItem(place)
    else localStorage.setItem(place, next)
    setText(next)
  }
  /** What was not taken stands in front of what has been written since. */
  const putBack = (refused: string) => write([refused, localStorage.getItem(place) ?? ''].filter(Boolean).join('\n\n'))
  return [text, write, putBack]
}
