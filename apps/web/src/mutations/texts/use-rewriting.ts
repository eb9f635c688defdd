import { type ChangeEvent, type KeyboardEvent, useRef } from 'react'
import { focusInstead, goOnAfter } from '../../ui/focus-after.ts'
import type { Kept } from './save-text.ts'
import { type TypedMemory, useTyped } from './use-typed.ts'

type Rewriting = {
  kept: string
  /** Saves the text with the text that the edit began from. */
  save: (text: string, base: string) => Promise<Kept>
  /** Called when nothing is left to be saved. */
  onDone?: () => void
  /** The element that gets keyboard focus after Enter or Escape, when the field disappears: a control within a container. */
  next?: readonly [within: string, control: string]
  /** For a field that may be mounted again while the user types. */
  memory?: TypedMemory
}

/** The props of a one-line field that edits an existing text: Enter or blur saves it, Escape or an empty field leaves it as it was. */
export function useRewriting({ kept, save, onDone, next, memory }: Rewriting) {
  /** The text that was not sent because there is no network: that is told once, not with each blur. */
  const unsent = useRef<string | null>(null)
  const keep = async (text: string, base: string): Promise<Kept> => {
    if (text === '' || text === kept) return true
    if (!navigator.onLine && unsent.current === text) return false
    unsent.current = navigator.onLine ? null : text
    return save(text, base)
  }
  const typed = useTyped(kept, keep, { memory, isTrimmed: true })
  /** After a key, focus moves on: to the control if it is there already, or else once the text is saved and the control appears. */
  const leave = async (goOn = () => {}): Promise<boolean> => {
    goOn()
    if (!(await typed.keep())) return false
    onDone?.()
    goOn()
    return true
  }
  const overtaken = typed.theirs !== null && {
    theirs: typed.theirs,
    onMine: () => void typed.keepMine().then((isKept) => isKept && onDone?.()),
    onTheirs() {
      typed.leave()
      onDone?.()
    },
  }
  const field = {
    value: typed.text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => typed.type(event.target.value),
    onBlur: () => void leave(),
    onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
      if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') typed.leave()
      const input = event.currentTarget
      // Without a network the text stays in the field, and so does the focus.
      void leave(next && goOnAfter(input, ...next)).then((isDone) => isDone || navigator.onLine || focusInstead(() => input))
      if (next) input.blur()
    },
  }
  return { field, overtaken }
}
