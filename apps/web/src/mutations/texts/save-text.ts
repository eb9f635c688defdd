import { textChangedIn } from '../../api/failure.ts'
import type { MergedPart } from './merge-texts.ts'

/** The outcome of saving a text: saved, failed (already reported), or to be merged by hand with the current text. */
export type Outcome = { is: 'saved'; merged: boolean } | { is: 'failed' } | { is: 'overtaken'; theirs: string; parts: MergedPart[] }

/** Sends a text with the text that the edit began from. `refused` handles a refusal, as in `useWrite`. */
export type Send = (text: string, base: string, refused: (failure: unknown) => Promise<boolean>) => Promise<boolean>

/** Whether the text was saved, or the text that another user has saved meanwhile. */
export type Kept = boolean | { theirs: string }

/** Saves a text of one line. It is not merged: its author chooses between the two. */
export async function saveLine(send: Send, name: string, { text, base }: { text: string; base: string }): Promise<Kept> {
  let theirs: string | null = null
  const saved = await send(text, base, async (failure) => {
    theirs = textChangedIn(failure, name)
    return theirs !== null
  })
  if (saved || theirs === text) return true
  return theirs === null ? false : { theirs }
}

/**
 * Saves a text that others can change at the same time. Where the two sides have changed different paragraphs they are merged and sent
 * again, with the current text as the base. Each round means that another user has saved meanwhile, so the loop ends when they stop.
 */
export async function saveText(send: Send, name: string, { text, base }: { text: string; base: string | null }): Promise<Outcome> {
  let [wanted, began, merged] = [text, base, false]
  for (;;) {
    let theirs: string | null = null
    const saved = await send(wanted, began ?? '', async (failure) => {
      theirs = textChangedIn(failure, name)
      return theirs !== null
    })
    if (saved || theirs === wanted) return { is: 'saved', merged }
    if (theirs === null) return { is: 'failed' }
    const { mergedWithoutAsking, mergeTexts } = await import('./merge-texts.ts')
    const parts = mergeTexts(began, wanted, theirs)
    const whole = mergedWithoutAsking(parts)
    if (whole === null) return { is: 'overtaken', theirs, parts }
    ;[wanted, began, merged] = [whole, theirs, true]
  }
}
