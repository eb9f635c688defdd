import { useTranslations } from 'use-intl'
import { Avatar } from '../../ui/avatar.tsx'
import { Picker, type PickerOption } from '../../ui/base/picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useOpenCard } from './card-context.ts'
import { valueClasses } from './property.tsx'

/** The assignees of a card. */
export function Assignees() {
  const [t, more] = [useTranslations('card'), useTranslations('details.people')]
  const { board, card, edit, mayWrite } = useOpenCard()
  const people = board.members.filter((member) => member.kind === 'human').sort((one, other) => one.name.localeCompare(other.name))
  const assigned = people.filter((person) => card.assigneeActorIds.includes(person.actorId))
  const assign = (actorId: string, on: boolean) => {
    const assigneeActorIds = on ? [...card.assigneeActorIds, actorId] : card.assigneeActorIds.filter((id) => id !== actorId)
    void edit(on ? 'card.assign' : 'card.unassign', {
      input: { cardId: card.id, actorId },
      shown: () => ({ assigneeActorIds }),
      tile: { assigneeActorIds },
    })
  }
  const trigger = (
    <Button variant="quiet" className={valueClasses} disabled={!mayWrite}>
      {assigned.length === 0 && <span className="text-ink-3">{t('unassigned')}</span>}
      {assigned.map((person) => (
        <span key={person.actorId} className="flex min-w-0 items-center gap-1.5">
          <Avatar face={person} size="sm" /> <span className="truncate">{person.name}</span>
        </span>
      ))}
    </Button>
  )
  const options = people.map((person): PickerOption => {
    const isOn = card.assigneeActorIds.includes(person.actorId)
    return { id: person.actorId, text: person.name, mark: <Avatar face={person} size="sm" />, on: isOn ? 'all' : 'none' }
  })
  return (
    <Popover trigger={trigger} title={t('assignees')}>
      <Picker
        label={more('find')}
        options={options}
        multiple
        onPick={(id) => assign(id, !card.assigneeActorIds.includes(id))}
        empty={more('none')}
      />
    </Popover>
  )
}
