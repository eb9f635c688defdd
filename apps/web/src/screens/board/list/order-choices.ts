import { attributeOfColumn, isAttributeColumn } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { type Column, columnOfField, columnsOf, isFieldColumn } from './ordering.ts'

/** The orders of the list as they are written in the address, with their names: that of the board first, then each column in both directions. */
export function useOrderChoices(fields: BoardModel['fields']): [string, string][] {
  const t = useTranslations('views.list')
  const attributeText = useTranslations('attributes')
  const fieldNames = new Map<Column, string>(fields.map((field) => [columnOfField(field), field.name]))
  const nameOf = (column: Column): string => {
    if (isAttributeColumn(column)) return attributeText(`${attributeOfColumn[column]}.name`)
    return isFieldColumn(column) ? (fieldNames.get(column) ?? '') : t(`columns.${column}`)
  }
  const orders = columnsOf(fields).flatMap((column): [string, string][] => [
    [column, nameOf(column)],
    [`-${column}`, t('reversed', { column: nameOf(column) })],
  ])
  return [['', t('asOnBoard')], ...orders]
}
