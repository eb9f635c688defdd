import type { Card } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { boardQuery } from '../../../live/board-query.ts'
import { useOpenCard } from '../card-context.ts'
import { Property } from '../property.tsx'
import { CheckboxField, DateField, SelectField } from './chosen-fields.tsx'
import { TypedField } from './typed-field.tsx'
import { type FieldOfBoard, isValue, type Value } from './values.ts'

type Began = { value: Value | null; refused: (failure: unknown) => Promise<boolean> }

export type FieldProps = {
  field: FieldOfBoard
  value: Value | null
  /** null clears it. Answers whether it was kept. `began` is the value that it was begun from, where it may not have changed since. */
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

/** What the board has fields for, each asked for in the way of its type. */
export function CustomFields() {
  const { board, card, edit, mayWrite } = useOpenCard()
  const fields = useQuery({ ...boardQuery(board.id), select: (tree) => tree.fields }).data ?? []
  const keep = (fieldId: string, value: Value | null, began?: Began) => {
    const shown = ({ fieldValues }: Card) => {
      const others = fieldValues.filter((one) => one.fieldId !== fieldId)
      return { fieldValues: value === null ? others : [...others, { fieldId, value }] }
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
      <Property key={field.id} name={field.name}>
        <Input
          field={field}
          value={isValue(value) ? value : null}
          keep={(next, began) => keep(field.id, next, began)}
          disabled={!mayWrite}
        />
      </Property>
    )
  })
}
