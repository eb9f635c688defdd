import { useQuery } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { membersQuery } from '../../../api/queries.ts'
import type { CardModel } from '../../../live/board-model.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Picker, type PickerOption } from '../../../ui/base/picker.tsx'
import { LabelDot, rarestColor } from '../../../ui/label-color.tsx'
import { PriorityMark, urgentFirst } from '../../../ui/priority-mark.tsx'
import { NewLabel, NewLabelLine } from '../../card/labels/label-form.tsx'
import type { PickerProps } from './questions.ts'
import { isDelegated, useBulk } from './use-bulk.ts'

export function AssignPicker({ board, cards }: PickerProps) {
  const t = useTranslations('bulk')
  const { edit } = useBulk()
  const standing = useStanding(cards)
  const people = board.members.filter((member) => member.kind === 'human').sort((one, other) => one.name.localeCompare(other.name))
  const assign = (actorId: string) => {
    const on = !allHave(cards, 'assigneeActorIds', actorId)
    const operation = on ? 'card.assign' : 'card.unassign'
    void edit(having(cards, 'assigneeActorIds', actorId, !on), {
      show: ({ assigneeActorIds: ids }) => ({ assigneeActorIds: toggled(ids, actorId, on) }),
      calls: ({ cardId }) => [{ name: operation, input: { cardId, actorId } }],
      done: on ? 'assigned' : 'unassigned',
    })
  }
  const options = people.map((person) => ({
    id: person.actorId,
    text: person.name,
    mark: <Avatar face={person} size="sm" />,
    ...standing('assigneeActorIds', person.actorId),
  }))
  return <Picker label={t('find.people')} options={options} multiple onPick={assign} empty={t('none')} />
}

export function LabelPicker({ board, cards }: PickerProps) {
  const t = useTranslations('bulk')
  const write = useWrite()
  const { edit } = useBulk()
  const standing = useStanding(cards)
  const [step, setStep] = useState<{ newName: string | null; isBack: boolean }>({ newName: null, isBack: false })
  const wear = (labelId: string, on: boolean) => {
    const operation = on ? 'card.label' : 'card.unlabel'
    void edit(having(cards, 'labelIds', labelId, !on), {
      show: ({ labelIds: ids }) => ({ labelIds: toggled(ids, labelId, on) }),
      calls: ({ cardId }) => [{ name: operation, input: { cardId, labelId } }],
      done: 'labelsChanged',
    })
  }
  const create = async (name: string) => {
    const done = await write('label.create', { boardId: board.id, name, color: rarestColor(board.labels) }, { failed: 'label' })
    if (done) wear(done.answer.id, true)
  }
  const options = board.labels.map((label) => ({
    id: label.id,
    text: label.name,
    mark: <LabelDot color={label.color} size="sm" />,
    ...standing('labelIds', label.id),
  }))
  if (step.newName !== null)
    return (
      <NewLabel board={board} name={step.newName} onMade={(id) => wear(id, true)} onDone={() => setStep({ newName: null, isBack: true })} />
    )
  return (
    <Picker
      label={t('find.labels')}
      options={options}
      multiple
      hasFocus={step.isBack}
      onPick={(id) => wear(id, !allHave(cards, 'labelIds', id))}
      create={{ name: (label) => t('createLabel', { label }), run: (name) => void create(name) }}
      empty={t('noLabels')}
      renderFoot={(newName) => <NewLabelLine onClick={() => setStep({ newName, isBack: false })} />}
    />
  )
}

export function PriorityPicker({ cards, onClose }: PickerProps) {
  const [t, named] = [useTranslations('bulk'), useTranslations('priority')]
  const { edit } = useBulk()
  const choose = (priority: CardModel['priority']) => {
    onClose()
    void edit(
      cards.filter((card) => card.priority !== priority),
      {
        show: () => ({ priority }),
        calls: ({ cardId }) => [{ name: 'card.update', input: { cardId, priority } }],
        done: 'priorityChanged',
      },
    )
  }
  const options = urgentFirst.map((priority): PickerOption => {
    const isOn = cards.every((card) => card.priority === priority)
    return { id: priority, text: named(priority), mark: <PriorityMark priority={priority} inColumn />, on: isOn ? 'all' : 'none' }
  })
  const pick = (id: string) => {
    const priority = urgentFirst.find((one) => one === id)
    if (priority) choose(priority)
  }
  return <Picker label={t('find.priority')} options={options} onPick={pick} empty={t('none')} />
}

const noAgent = ''

/** Each card is delegated by itself, with the default budget of its agent. Delegated ones can be taken back too. */
export function DelegatePicker({ board, cards, onClose }: PickerProps) {
  const t = useTranslations('bulk')
  const ofCard = useTranslations('card')
  const { delegate, undelegate } = useBulk()
  const members = useQuery(membersQuery(board.id)).data ?? []
  const agents = members.filter((member) => member.kind === 'agent' && member.capabilities?.delegatable && !member.deactivated)
  const toAgents = agents.map((agent): PickerOption => {
    const isOn = cards.every((card) => card.delegation?.agentActorId === agent.actorId)
    return { id: agent.actorId, text: agent.name, mark: <Avatar face={agent} size="sm" />, on: isOn ? 'all' : 'none' }
  })
  const none: PickerOption = { id: noAgent, text: ofCard('takeBack'), mark: <UserMinus size={16} aria-hidden />, on: 'none' }
  const options = cards.some(isDelegated) ? [...toAgents, none] : toAgents
  const pick = (id: string) => {
    onClose()
    void (id === noAgent ? undelegate(cards) : delegate(cards, id))
  }
  return <Picker label={t('find.agents')} options={options} onPick={pick} empty={t('noAgents')} />
}

type SetOfIds = 'labelIds' | 'assigneeActorIds'

const having = (cards: readonly CardModel[], set: SetOfIds, id: string, has = true): CardModel[] =>
  cards.filter((card) => card[set].includes(id) === has)
const allHave = (cards: readonly CardModel[], set: SetOfIds, id: string): boolean => having(cards, set, id).length === cards.length
const toggled = (ids: readonly string[], id: string, on: boolean): string[] => (on ? [...ids, id].sort() : ids.filter((one) => one !== id))

/** Checked if all cards have it; if only some do, it shows their number, and picking it adds it to the others. */
function useStanding(cards: readonly CardModel[]): (set: SetOfIds, id: string) => Pick<PickerOption, 'on' | 'note'> {
  const t = useTranslations('bulk')
  return (set, id) => {
    const count = having(cards, set, id).length
    if (count === cards.length) return { on: 'all' }
    return count === 0 ? { on: 'none' } : { on: 'some', note: t('some', { having: count, of: cards.length }) }
  }
}
