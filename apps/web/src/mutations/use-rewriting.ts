import type { ChangeEvent, KeyboardEvent } from 'react'
import { focusAfter } from '../ui/focus-after.ts'
import { useTyped } from './use-typed.ts'

type Rewriting = {
  kept: string
  /** Answers whether it was taken. */
  save: (text: string) => Promise<boolean>
  /** Nothing is left to be kept. */
  onDone?: () => void
  /** Where the keyboard goes on after Enter or Escape, when the field goes away: a control within what it stands in. */
  next?: readonly [within: string, control: string]
}

/** What a field of one line needs whose text is written anew: Enter or leaving it keeps the text, Escape and nothing at all leave it as it was. */
export function useRewriting({ kept, save, onDone, next }: Rewriting) {
  const typed = useTyped(kept, async (text) => {
    const wanted = text.trim()
    return wanted === '' || wanted === kept || (await save(wanted))
  })
  const leave = async () => {
    if (await typed.keep()) onDone?.()
  }
  return {
    value: typed.text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => typed.type(event.target.value),
    onBlur: () => void leave(),
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') typed.leave()
      if (next) {
        focusAfter(event.currentTarget, ...next)
        event.currentTarget.blur()
      } else void leave()
    },
  }
}
