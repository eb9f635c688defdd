import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { boardQuery } from '../../../live/board-query.ts'

export type NamedCard = { id: string; key: string; title: string }

/** The open cards of a board by their ids. */
export function useCards(boardId: string): ReadonlyMap<string, NamedCard> {
  const lists = useQuery(boardQuery(boardId)).data?.lists
  return useMemo(() => new Map(lists?.flatMap((list) => list.cards.map((card) => [card.id, card]))), [lists])
}

/** A card as people call it; one that is archived or gone has no name here. */
export function useCardWords(boardId: string): (cardId: string) => string {
  const t = useTranslations('automation')
  const cards = useCards(boardId)
  return (cardId) => {
    const card = cards.get(cardId)
    return card ? `${card.key} ${card.title}` : t('cardElsewhere')
  }
}
