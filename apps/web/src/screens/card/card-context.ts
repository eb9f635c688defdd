import type { Card } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { cardQuery } from '../../api/queries.ts'
import { type EditCard, useEditCard } from '../../mutations/edit-card.ts'
import { useOpenCardInverses } from '../../mutations/open-card-inverses.ts'
import type { BoardAccess, BoardFrame } from '../board/board-context.ts'

/** In front of its board, or on a page of its own. */
type Form = 'dialog' | 'page'
type OpenCard = Pick<BoardFrame, 'board' | keyof BoardAccess> & { card: Card; form: Form }

const Context = createContext<OpenCard | null>(null)
export const OpenCardProvider = Context

/** The open card, its board, and the functions that change it. */
export function useOpenCard(): OpenCard & { edit: EditCard } {
  const open = use(Context)
  if (!open) throw new Error('only within an open card')
  return { ...open, edit: useEditCard(open.card, useOpenCardInverses()) }
}

/** `ENG` of `ENG-12`. */
export const prefixOf = (key: string): string => key.slice(0, key.lastIndexOf('-'))

/** Staleness depends on time, so no frame reports it. */
const stalePollMs = 60_000

/** The open card with all of its parts. */
export function useCard(cardId: string | undefined) {
  return useQuery({
    ...cardQuery(cardId ?? ''),
    enabled: cardId !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.sessions.some(({ state }) => state === 'working') ? stalePollMs : false),
  })
}
