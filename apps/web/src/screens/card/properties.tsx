import { attributeNames } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { Assignees } from './assignees.tsx'
import { AttributeInput } from './attribute-input.tsx'
import { Delegation } from './delegation.tsx'
import { CustomFields } from './fields/custom-fields.tsx'
import { Labels } from './labels/labels.tsx'
import { ListInput } from './list-input.tsx'
import { Property } from './property.tsx'

/** What a card is said to be, beside what it says. People and the agent stand next to each other, and are two different things. */
export function Properties() {
  const t = useTranslations('card')
  const place = useTranslations('details.place')
  const ofTable = useTranslations('attributes')
  return (
    <dl className="grid gap-x-3 gap-y-1 max-md:rounded-md max-md:bg-sunken max-md:p-2">
      <Property name={place('list')}>
        <ListInput label={place('list')} />
      </Property>
      <Property name={t('assignees')}>
        <Assignees />
      </Property>
      <Property name={t('delegate')}>
        <Delegation />
      </Property>
      {attributeNames.map((name) => (
        <Property key={name} name={ofTable(`${name}.name`)}>
          <AttributeInput name={name} />
        </Property>
      ))}
      <Property name={t('labels')}>
        <Labels />
      </Property>
      <CustomFields />
    </dl>
  )
}
