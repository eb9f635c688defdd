import { type AttributeKind, type AttributeName, attributeNames, cardAttributes, kindOf } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { type Column, columnOfField } from './ordering.ts'

/** A column of the table, beside key and title, which are always shown. */
export type TableColumn = {
  /** The id in a saved view. */
  id: string
  name: string
  shows:
    | { what: 'session' | 'labels' | 'people' }
    | { what: 'attribute'; name: AttributeName }
    | { what: 'field'; field: BoardModel['fields'][number] }
  /** The name of this order in the address. */
  sort: Column | null
  /** In px: the initial width, and the least useful one. */
  usual: number
  least: number
}

/** The default columns. */
export const usualColumns: readonly string[] = ['session', 'people', 'priority', 'due', 'labels']

/** A date with its year has 86 px in German. For the due date, a default column, that would leave no room for all of them at 1024 px. */
const widths: Record<AttributeKind, { usual: number; least: number }> = {
  priority: { usual: 104, least: 72 },
  dayStart: { usual: 104, least: 88 },
  dayEnd: { usual: 104, least: 72 },
  number: { usual: 80, least: 56 },
}

/** All columns, in their order. The first ones stay longest when there is little room. */
export function useTableColumns(fields: BoardModel['fields']): TableColumn[] {
  const t = useTranslations('views.list.columns')
  const attributeText = useTranslations('attributes')
  return [
    { id: 'session', name: t('session'), shows: { what: 'session' }, sort: 'session', usual: 168, least: 88 },
    { id: 'people', name: t('people'), shows: { what: 'people' }, sort: 'people', usual: 88, least: 72 },
    ...attributeNames.map(
      (name): TableColumn => ({
        id: cardAttributes[name].csv.column,
        name: attributeText(`${name}.name`),
        shows: { what: 'attribute', name },
        sort: cardAttributes[name].csv.column,
        ...widths[kindOf(name)],
      }),
    ),
    { id: 'labels', name: t('labels'), shows: { what: 'labels' }, sort: null, usual: 168, least: 96 },
    ...fields.map((field): TableColumn => {
      const narrow = field.type === 'checkbox' || field.type === 'number'
      return {
        id: columnOfField(field),
        name: field.name,
        shows: { what: 'field', field },
        sort: columnOfField(field),
        usual: narrow ? 88 : 128,
        least: field.type === 'date' ? widths.dayStart.least : 64,
      }
    }),
  ]
}
