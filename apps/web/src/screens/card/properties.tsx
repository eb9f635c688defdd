import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { PriorityMark, priorities } from '../../ui/priority-mark.tsx'
import { Assignees } from './assignees.tsx'
import { useOpenCard } from './card-context.ts'
import { Delegation } from './delegation.tsx'
import { DueDate, StartDate } from './due-date.tsx'
import { CustomFields } from './fields/custom-fields.tsx'
import { Labels } from './labels/labels.tsx'
import { Property } from './property.tsx'
import { valueLook } from './value-look.ts'

/** What a card is said to be, beside what it says. People and the agent stand next to each other, and are two different things. */
export function Properties() {
  const t = useTranslations('card')
  const more = useTranslations('details.card')
  return (
    <dl className="grid gap-x-3 gap-y-1 max-md:rounded-md max-md:bg-sunken max-md:p-2">
      <Property name={t('assignees')}>
        <Assignees />
      </Property>
      <Property name={t('delegate')}>
        <Delegation />
      </Property>
      <Property name={t('priority')}>
        <Priority />
      </Property>
      <Property name={more('start')}>
        <StartDate />
      </Property>
      <Property name={t('due')}>
        <DueDate />
      </Property>
      <Property name={t('labels')}>
        <Labels />
      </Property>
      <CustomFields />
    </dl>
  )
}

function Priority() {
  const t = useTranslations('priority')
  const { card, edit, mayWrite } = useOpenCard()
  const { priority } = card
  const choose = (priority: typeof card.priority) =>
    void edit('card.update', { input: { cardId: card.id, priority }, shown: () => ({ priority }), tile: { priority } })
  const trigger = (
    <Button look="quiet" className={valueLook} disabled={!mayWrite}>
      <PriorityMark priority={priority} />
      <span className={priority === 'none' ? 'text-ink-3' : ''}>{t(priority)}</span>
    </Button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuChoice value={priority} onChange={choose} choices={priorities.map((one) => [one, t(one)])} />
    </Menu>
  )
}
