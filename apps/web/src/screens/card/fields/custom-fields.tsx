import type { Card } from '@tandem/contract'
import type { ComponentType } from 'react'
import { useKnown } from '../../../live/use-live.ts'
import { useOpenProperty } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { OptionalProperty } from '../property.tsx'
import { fieldIconOf } from '../property-icons.ts'
import { useCardCommands } from '../use-card-commands.ts'
import { CheckboxField, DateField, SelectField } from './chosen-fields.tsx'
import { TypedField } from './typed-field.tsx'
import { type FieldOfBoard, isValue, type Value } from './values.ts'

type Began = { value: Value | null; refused: (failure: unknown) => Promise<boolean> }

export type FieldProps = {
  field: FieldOfBoard
  value: Value | null
  /**
   * null clears it. Resolves to whether it was saved. `began` is the value that the edit began from, if concurrent changes are to be
   * detected.
   */
  keep: (value: Value | null, began?: Began) => Promise<boolean>
  disabled: boolean
}

const inputs: Record<string, ComponentType<FieldProps>> = {
  text: TypedField,
  number: TypedField,
  url: TypedField,
  date: DateField,
  checkbox: CheckboxField,
  select: SelectField,
}

/** The values of the board's fields, each with the input of its type. */
export function CustomFields() {
  const { board, card, edit, mayWrite, meId } = useOpenCard()
  const fields = useFields(board.id)
  const openProperty = useOpenProperty()
  const choose = (fieldId: string) => openProperty(`field ${fieldId}`)
  useCardCommands(mayWrite && fields.length > 0 ? { fields: { chosen: [], choose } } : {})
  const author = { actorId: meId, role: board.members.find(({ actorId }) => actorId === meId)?.role ?? ('member' as const) }
  const keep = (fieldId: string, value: Value | null, began?: Began) => {
    const shown = ({ fieldValues }: Card) => {
      const others = fieldValues.filter((one) => one.fieldId !== fieldId)
      return { fieldValues: value === null ? others : [...others, { fieldId, value, author }] }
    }
    const input = { cardId: card.id, fieldId }
    const from = began?.value ?? undefined
    return value === null
      ? edit('card.field.clear', {
          input: { ...input, ...(from !== undefined && { ifValue: from }) },
          shown,
          ...(began && { refused: began.refused }),
        })
      : edit('card.field.set', {
          input: { ...input, value, ...(began && { ifValue: began.value }) },
          shown,
          ...(began && { refused: began.refused }),
        })
  }
  return fields.map((field) => {
    const Input = inputs[field.type] ?? TypedField
    const value = card.fieldValues.find((one) => one.fieldId === field.id)?.value
    return (
      <OptionalProperty
        key={field.id}
        part={`field ${field.id}`}
        isEmpty={value === undefined}
        name={field.name}
        icon={fieldIconOf(field.type)}
      >
        <Input
          field={field}
          value={isValue(value) ? value : null}
          keep={(next, began) => keep(field.id, next, began)}
          disabled={!mayWrite}
        />
      </OptionalProperty>
    )
  })
}

/** The fields of the board that the open card has no value for. */
export function useEmptyFields(): readonly FieldOfBoard[] {
  const { board, card } = useOpenCard()
  return useFields(board.id).filter((field) => !card.fieldValues.some((one) => one.fieldId === field.id))
}

function useFields(boardId: string): readonly FieldOfBoard[] {
  return useKnown(boardId, (tree) => tree.fields) ?? []
}
