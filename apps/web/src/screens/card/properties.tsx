import { attributeNames, attributeOfColumn, kindOf, noAttributes } from '@tandem/contract'
import { Bot, Columns3, Tag, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CommandName } from '../../shell/commands.ts'
import { type PropertyName, useOpenProperty } from './adding/adding.ts'
import { Assignees } from './assignees.tsx'
import { AttributeInput } from './attribute-input.tsx'
import { useOpenCard } from './card-context.ts'
import { Delegation } from './delegation.tsx'
import { CustomFields } from './fields/custom-fields.tsx'
import { Labels } from './labels/labels.tsx'
import { ListInput } from './list-input.tsx'
import { OptionalProperty, Property } from './property.tsx'
import { attributeIcons } from './property-icons.ts'
import { useCardCommands } from './use-card-commands.ts'

/** The command that opens each property. */
const commandsOf: Partial<Record<CommandName, PropertyName>> = {
  assign: 'assignees',
  delegate: 'delegation',
  labels: 'labels',
  ...attributeOfColumn,
}

/** The properties of a card, beside its texts. People and the agent stand next to each other as two different properties. */
export function Properties() {
  const t = useTranslations('card')
  const place = useTranslations('details.place')
  const ofTable = useTranslations('attributes')
  const { card, mayWrite } = useOpenCard()
  const openProperty = useOpenProperty()
  const opens = Object.entries(commandsOf).map(([command, part]) => [command, () => openProperty(part)] as const)
  useCardCommands(mayWrite ? Object.fromEntries(opens) : {})
  return (
    <dl className="grid gap-x-3 gap-y-1 max-md:rounded-md max-md:bg-sunken max-md:p-2">
      <Property name={place('list')} icon={Columns3}>
        <ListInput label={place('list')} />
      </Property>
      <Property part="assignees" name={t('assignees')} icon={UserRound}>
        <Assignees />
      </Property>
      <Property part="delegation" name={t('delegate')} icon={Bot}>
        <Delegation />
      </Property>
      {attributeNames.map((name) => (
        <OptionalProperty
          key={name}
          part={name}
          isEmpty={card[name] === noAttributes[name]}
          name={ofTable(`${name}.name`)}
          icon={attributeIcons[kindOf(name)]}
        >
          <AttributeInput name={name} />
        </OptionalProperty>
      ))}
      <OptionalProperty part="labels" isEmpty={card.labelIds.length === 0} name={t('labels')} icon={Tag}>
        <Labels />
      </OptionalProperty>
      <CustomFields />
    </dl>
  )
}
