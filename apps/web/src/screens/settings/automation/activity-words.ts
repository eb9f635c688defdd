import type { Activity } from '@tandem/contract'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { faceOf } from '../../../ui/face-of.ts'
import { useBoardSettings } from '../board-context.ts'
import { useCardWords } from './card-names.ts'
import { useToldWords } from './verbs.ts'

/** One line that says what happened, to what and how long ago. */
export function useActivityWords(): (activity: Pick<Activity, 'verb' | 'cardId' | 'actorId' | 'createdAt'>) => string {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const [verb, card, format, now] = [useToldWords(), useCardWords(board.id), useFormatter(), useNow({ updateInterval: 60_000 })]
  return (activity) => {
    const at = new Date(activity.createdAt)
    const parts = [
      verb(activity.verb),
      ...(activity.cardId === null ? [] : [card(activity.cardId)]),
      faceOf(board.members, activity.actorId, t('somebody')).name,
      format.relativeTime(at, { now: at > now ? at : now, style: 'narrow' }),
    ]
    return parts.join(' · ')
  }
}
