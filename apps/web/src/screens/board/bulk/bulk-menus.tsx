import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import type { CardModel } from '../../../live/board-model.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { Menu, MenuChoice, MenuToggle, type Trigger } from '../../../ui/menu.tsx'
import { priorities } from '../../../ui/priority-mark.tsx'
import { useBoardFrame } from '../board-context.ts'
import { useBulk } from './use-bulk.ts'

type Props = { cards: readonly CardModel[]; trigger: Trigger }

export function AssignMenu({ cards, trigger }: Props) {
  const { board } = useBoardFrame()
  const { edit } = useBulk()
  const people = board.members.filter((member) => member.kind === 'human').sort((one, other) => one.name.localeCompare(other.name))
  const assign = (actorId: string, on: boolean) => {
    const operation = on ? 'card.assign' : 'card.unassign'
    void edit(wearing(cards, 'assigneeActorIds', actorId, !on), {
      show: ({ assigneeActorIds: ids }) => ({ assigneeActorIds: on ? [...ids, actorId].sort() : ids.filter((id) => id !== actorId) }),
      send: async ({ cardId, mutationId: clientMutationId }) => {
        await api.call(operation, { cardId, actorId, clientMutationId })
        return null
      },
    })
  }
  return (
    <Menu trigger={trigger} align="start">
      {people.map((person) => (
        <ForAll
          key={person.actorId}
          of={cards.length}
          having={wearing(cards, 'assigneeActorIds', person.actorId).length}
          onChange={(on) => assign(person.actorId, on)}
        >
          <Avatar face={person} size="sm" /> <span className="truncate">{person.name}</span>
        </ForAll>
      ))}
    </Menu>
  )
}

export function LabelMenu({ cards, trigger }: Props) {
  const t = useTranslations('bulk')
  const { board } = useBoardFrame()
  const { edit } = useBulk()
  const wear = (labelId: string, on: boolean) => {
    const operation = on ? 'card.label' : 'card.unlabel'
    void edit(wearing(cards, 'labelIds', labelId, !on), {
      show: ({ labelIds: ids }) => ({ labelIds: on ? [...ids, labelId].sort() : ids.filter((id) => id !== labelId) }),
      send: async ({ cardId, mutationId: clientMutationId }) => {
        await api.call(operation, { cardId, labelId, clientMutationId })
        return null
      },
    })
  }
  return (
    <Menu trigger={trigger} align="start">
      {board.labels.length === 0 && <p className="px-2 py-1.5 text-ink-2">{t('noLabels')}</p>}
      {board.labels.map((label) => (
        <ForAll key={label.id} of={cards.length} having={wearing(cards, 'labelIds', label.id).length} onChange={(on) => wear(label.id, on)}>
          <LabelDot color={label.color} size="sm" />
          <span className="truncate">{label.name}</span>
        </ForAll>
      ))}
    </Menu>
  )
}

export function PriorityMenu({ cards, trigger }: Props) {
  const t = useTranslations('priority')
  const { edit } = useBulk()
  const [first] = cards
  const common = first && cards.every((card) => card.priority === first.priority) ? first.priority : ''
  const choose = (priority: CardModel['priority'] | '') => {
    if (priority === '') return
    void edit(
      cards.filter((card) => card.priority !== priority),
      {
        show: () => ({ priority }),
        send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, priority }),
      },
    )
  }
  return (
    <Menu trigger={trigger} align="start">
      <MenuChoice<CardModel['priority'] | ''> value={common} onChange={choose} choices={priorities.map((one) => [one, t(one)])} />
    </Menu>
  )
}

type ForAllProps = { having: number; of: number; onChange: (on: boolean) => void; children: ReactNode }

/** Ticked when all cards have it; of some it says how many, and a click gives it to the others. */
function ForAll({ having, of, onChange, children }: ForAllProps) {
  const t = useTranslations('bulk')
  const all = having === of && of > 0
  return (
    <MenuToggle checked={all} onChange={() => onChange(!all)}>
      {children}
      {having > 0 && !all && <span className="ml-auto pl-3 text-ink-3 text-xs tabular-nums">{t('some', { having, of })}</span>}
    </MenuToggle>
  )
}

function wearing(cards: readonly CardModel[], set: 'labelIds' | 'assigneeActorIds', id: string, has = true): CardModel[] {
  return cards.filter((card) => card[set].includes(id) === has)
}
