import type { BoardModel, CardModel } from '../../../live/board-model.ts'

/** What is asked of one card or of several. */
export type AskProps = {
  board: BoardModel
  cards: readonly CardModel[]
  /** What it stands beside. */
  anchor: Element | null
  onClose: () => void
}

export type PickerProps = Pick<AskProps, 'board' | 'cards' | 'onClose'>
