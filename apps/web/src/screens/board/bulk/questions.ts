import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import type { CardsAsked } from '../board-context.ts'

/** The props of a dialog for one or several cards. */
export type AskProps = {
  board: BoardModel
  cards: readonly CardModel[]
  /** The element that the dialog is placed beside. */
  anchor: Element | null
  at?: CardsAsked['at'] | undefined
  onClose: () => void
}

export type PickerProps = Pick<AskProps, 'board' | 'cards' | 'onClose'>
