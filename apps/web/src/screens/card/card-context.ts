import type { Card } from '@tandem/contract'
import { createContext, use } from 'react'
import { type EditCard, useEditCard } from '../../act/edit-card.ts'
import { type BoardFrame, useBoardFrame } from '../board/board-context.ts'

const Context = createContext<Card | null>(null)
export const OpenCardProvider = Context

/** The card that is open, its board, and how it is changed. */
export function useOpenCard(): BoardFrame & { card: Card; edit: EditCard } {
  const card = use(Context)
  if (!card) throw new Error('only within an open card')
  return { ...useBoardFrame(), card, edit: useEditCard(card) }
}
