import { priorities } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { PriorityMark } from '../../../ui/priority-mark.tsx'
import type { LanesBy } from '../filter/search.ts'
import { fieldOf, type Lane, noneLane } from './lanes.ts'

/** The name of a row. */
export function useLaneNames(board: Pick<BoardModel, 'members' | 'labels' | 'fields'>, by: LanesBy): (lane: Lane) => string {
  const [t, named, filter] = [useTranslations('views.lanes'), useTranslations('priority'), useTranslations('views.filter')]
  const fieldId = fieldOf(by)
  return ({ value }) => {
    if (fieldId !== null) {
      const field = board.fields.find((one) => one.id === fieldId)
      if (field?.type === 'checkbox') return filter(value === noneLane ? 'notTicked' : 'ticked')
      return value === noneLane ? t('noneOf.field', { field: field?.name ?? '' }) : value
    }
    if (value === noneLane) return by === 'assignee' || by === 'delegate' || by === 'label' ? t(`noneOf.${by}`) : t('noneOf.priority')
    if (by === 'label') return board.labels.find((label) => label.id === value)?.name ?? ''
    const priority = priorities.find((one) => one === value)
    if (by === 'priority') return priority ? named(priority) : ''
    return board.members.find((member) => member.actorId === value)?.name ?? ''
  }
}

/** Beside its name: the face of a person or agent, the colour of a label, the bars of a priority. */
export function LaneMark({ board, by, lane }: { board: Pick<BoardModel, 'members' | 'labels'>; by: LanesBy; lane: Lane }) {
  const label = by === 'label' ? board.labels.find((one) => one.id === lane.value) : undefined
  const face = board.members.find((member) => member.actorId === lane.value)
  const priority = by === 'priority' ? priorities.find((one) => one === lane.value) : undefined
  // The name beside it says the same.
  return (
    <span aria-hidden className="contents">
      {label && <LabelDot color={label.color} size="sm" />}
      {face && <Avatar face={face} size="sm" />}
      {priority && <PriorityMark priority={priority} />}
    </span>
  )
}
