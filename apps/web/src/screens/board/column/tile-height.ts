import type { CardModel } from '../../../live/board-model.ts'

/** Between two tiles of a list, in px: `gap-1.5`. */
export const gapPx = 6

const [plainPx, linePx, labelsPx, sessionPx] = [62, 18, 18, 22]
/** For the usual narrow letters; a title of wide ones is higher than estimated. */
const lettersInLine = 34

/** The estimated height of a tile, in px, by its content. Rather too low: then a row too many is drawn, not one too few. */
export function tileHeight(card: Pick<CardModel, 'title' | 'labelIds' | 'session'> | undefined): number {
  if (!card) return plainPx
  const lines = Math.max(1, Math.floor(card.title.length / lettersInLine) + (card.title.length % lettersInLine > lettersInLine / 2 ? 1 : 0))
  return plainPx + (lines - 1) * linePx + (card.labelIds.length > 0 ? labelsPx : 0) + (card.session ? sessionPx : 0)
}
