import { attributeNames, kindOf, noAttributes } from '@tandem/contract'
import { Tag, TextCursorInput } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useOpenCard } from '../card-context.ts'
import { useEmptyFields } from '../fields/custom-fields.tsx'
import { attributeIcons, fieldIconOf } from '../property-icons.ts'
import { AddButton } from './add-button.tsx'
import { useAdding, useOpenProperty } from './adding.ts'

/** The unset properties: on a phone they are folded, because each would take a line. */
export function AddProperties() {
  const t = useTranslations('details.adding')
  const ofTable = useTranslations('attributes')
  const words = useTranslations('card')
  const { card } = useOpenCard()
  const { opened } = useAdding()
  const openProperty = useOpenProperty()
  const empty = attributeNames.filter((name) => card[name] === noAttributes[name] && !opened.has(name))
  const fields = useEmptyFields().filter((field) => !opened.has(`field ${field.id}`))
  return (
    <>
      {card.labelIds.length === 0 && !opened.has('labels') && (
        <AddButton className="md:hidden" icon={Tag} name={words('labels')} onClick={() => openProperty('labels')} />
      )}
      {empty.map((name) => (
        <AddButton
          key={name}
          className="md:hidden"
          icon={attributeIcons[kindOf(name)]}
          name={ofTable(`${name}.name`)}
          onClick={() => openProperty(name)}
        />
      ))}
      {fields.length > 0 && (
        <Menu align="start" trigger={<AddButton className="md:hidden" icon={TextCursorInput} name={t('field')} />}>
          {fields.map((field) => {
            const Icon = fieldIconOf(field.type)
            return (
              // The menu returns the focus first, and the opened field takes it then.
              <MenuItem
                key={field.id}
                icon={<Icon size={15} aria-hidden />}
                onClick={() => void setTimeout(() => openProperty(`field ${field.id}`))}
              >
                <span className="truncate">{field.name}</span>
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </>
  )
}
