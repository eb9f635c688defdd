import { textChangedIn } from '../api/failure.ts'
import type { MergedPart } from './merge-texts.ts'

/** What became of a text that was sent: kept, not kept (which has been said), or to be merged by hand with what is there now. */
export type Outcome = { is: 'saved'; merged: boolean } | { is: 'failed' } | { is: 'overtaken'; theirs: string; parts: MergedPart[] }

/** Sends a text with the one that it began from; `refused` takes a refusal upon itself, as that of a write does. */
export type Send = (text: string, base: string, refused: (failure: unknown) => Promise<boolean>) => Promise<boolean>

/** Answers whether it was kept, or with the text that somebody else has put there meanwhile. */
export type Kept = boolean | { theirs: string }

/** Saves a text of one line, which is not merged: its author chooses. */
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
 * Saves a text that others can change at the same time. Where each side has changed other paragraphs they are merged and sent again, with
 * what is there now as the base: each round means that somebody else has saved meanwhile, so it ends with them.
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
