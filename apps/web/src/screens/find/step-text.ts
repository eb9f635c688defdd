import { lineGap, putBackDraft } from '../../mutations/texts/draft.ts'
import { openPalette, type TypedStep } from '../../shell/palette.tsx'
import type { Place } from './use-place.ts'

/** The draft that the field of a step shows. */
export const textKey = (step: TypedStep, { about }: Place): string => `palette.${step}.${step === 'newBoard' ? '' : (about?.id ?? '')}`

/** Sends the text of a step. If that fails, the text comes back, and the palette with it, unless the user has done something else since. */
export async function sendText(step: TypedStep, text: string, place: Place, send: () => Promise<boolean>): Promise<void> {
  let hasGoneOn = false
  const end = new AbortController()
  const goOn = () => {
    hasGoneOn = true
  }
  for (const press of ['keydown', 'pointerdown']) document.addEventListener(press, goOn, { signal: end.signal, capture: true })
  const isSent = await send()
  end.abort()
  if (isSent) return
  putBackDraft(textKey(step, place), text, place.meId, lineGap)
  if (!hasGoneOn) openPalette('everything', step)
}
