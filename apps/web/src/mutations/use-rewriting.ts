import type { ChangeEvent, KeyboardEvent } from 'react'
import { goOnAfter } from '../ui/focus-after.ts'
import type { Kept } from './save-text.ts'
import { type TypedMemory, useTyped } from './use-typed.ts'

type Rewriting = {
  kept: string
  /** Takes the text and the one that it was begun from. */
  save: (text: string, base: string) => Promise<Kept>
  /** Nothing is left to be kept. */
  onDone?: () => void
  /** Where the keyboard goes on after Enter or Escape, when the field goes away: a control within what it stands in. */
  next?: readonly [within: string, control: string]
  /** For a field that may be mounted anew while somebody types. */
  memory?: TypedMemory
}

/** What a field of one line needs whose text is written anew: Enter or leaving it keeps the text, Escape and nothing at all leave it as it was. */
export function useRewriting({ kept, save, onDone, next, memory }: Rewriting) {
  const keep = async (text: string, base: string): Promise<Kept> => {
    const wanted = text.trim()
    return wanted === '' || wanted === kept ? true : save(wanted, base)
  }
  const typed = useTyped(kept, keep, memory)
  /** By a key, the keyboard goes on: from what stands there already, or from what comes once the text is kept. */
  const leave = async (goOn = () => {}) => {
    goOn()
    if (!(await typed.keep())) return
    onDone?.()
    goOn()
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
      void leave(next && goOnAfter(event.currentTarget, ...next))
      if (next) event.currentTarget.blur()
    },
  }
  return { field, overtaken }
}
