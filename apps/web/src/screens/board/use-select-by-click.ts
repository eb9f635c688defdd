import type { MouseEvent } from 'react'
import { useBoardFrame } from './board-context.ts'
import { shownBeside } from './selection.ts'

/** Ctrl or Meta picks a card out, Shift all up to it. With a finger, once one is picked out, a tap picks the next. */
export function useSelectByClick(cardId: string): (event: MouseEvent) => void {
  const { selection, mayWrite } = useBoardFrame()
  return (event) => {
    if (!mayWrite) return
    const taps = selection.ids().size > 0 && matchMedia('(pointer: coarse)').matches
    if (event.shiftKey) selection.extendTo(cardId, shownBeside(cardId))
    else if (event.ctrlKey || event.metaKey || taps) selection.toggle(cardId)
    else return
    event.preventDefault()
  }
}
