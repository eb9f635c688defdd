import type { Activity } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { boardQuery } from '../../../live/board-query.ts'
import { faceOf } from '../../../ui/avatar.tsx'
import { useAge } from '../../../ui/time.tsx'
import { useBoardSettings } from '../board-context.ts'
import { useEventNames } from './verbs.ts'

/** A line with an activity, its subject and its age. */
export function useActivityWords(): (activity: Pick<Activity, 'verb' | 'cardId' | 'actorId' | 'createdAt'>) => string {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const [verb, card, age] = [useEventNames(), useCardWords(board.id), useAge()]
  return (activity) => {
    const parts = [
      verb(activity.verb),
      ...(activity.cardId === null ? [] : [card(activity.cardId)]),
      faceOf(board.members, activity.actorId, t('somebody')).name,
      age(activity.createdAt),
    ]
    return parts.join(' · ')
  }
}

export type NamedCard = { id: string; key: string; title: string }

/** The open cards of a board by their ids. */
export function useCards(boardId: string): ReadonlyMap<string, NamedCard> {
  const lists = useQuery(boardQuery(boardId)).data?.lists
  return useMemo(() => new Map(lists?.flatMap((list) => list.cards.map((card) => [card.id, card]))), [lists])
}

/** The key and title of a card; an archived or deleted one has no name here. */
function useCardWords(boardId: string): (cardId: string) => string {
  const t = useTranslations('automation')
  const cards = useCards(boardId)
  return (cardId) => {
    const card = cards.get(cardId)
    return card ? `${card.key} ${card.title}` : t('cardElsewhere')
  }
}
