import type { ViewRow } from '../../../db/tables/boards/views.ts'
import { objectOf } from './clean.ts'

/** How the things of a file are called here. */
export type Ids = {
  lists: ReadonlyMap<string, string>
  labels: ReadonlyMap<string, string>
  fields: ReadonlyMap<string, string>
  people: ReadonlyMap<string, string>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The conditions of a saved view with the ids of the new board; null when one names what did not come along. */
export function translateQuery(query: Record<string, unknown>, ids: Ids): Record<string, unknown> | null {
  const translated = Object.entries(query).map(([key, value]): [string, unknown] => {
    if (key === 'listId') return [key, each(value, ids.lists)]
    // A label may be named, too, and a name stays; so do `me` and `none`.
    if (key === 'label') return [key, each(value, ids.labels)]
    if (key === 'assignee' || key === 'delegatedTo') return [key, each(value, ids.people)]
    if (key === 'field') return [key, fieldsIn(objectOf(value), ids.fields)]
    return [key, value]
  })
  return translated.some(([, value]) => value === null) ? null : Object.fromEntries(translated)
}

/** The rows of a view on the new board; none when their field did not come along. */
export const translateLanes = (lanes: string | null, fields: Ids['fields']): string | null => lanes && translateColumn(lanes, fields)

/** The table of a view on the new board, without the fields that did not come along. */
export function translateTable({ columns, sort }: Pick<ViewRow, 'columns' | 'sort'>, fields: Ids['fields']) {
  const translated = columns?.flatMap(({ column, widthPx }) => {
    const here = translateColumn(column, fields)
    return here === null ? [] : [{ column: here, widthPx }]
  })
  return { columns: translated ?? null, sort: sort && translateColumn(sort, fields) }
}

/**
 * Translates a column name with the id of a field, such as `-field:<id>`, to the id on the new board. Other names are returned unchanged.
 */
function translateColumn(name: string, fields: Ids['fields']): string | null {
  const [kind = '', fieldRef] = name.split(':')
  if (fieldRef === undefined) return name
  const fieldId = fields.get(fieldRef)
  return fieldId === undefined ? null : `${kind}:${fieldId}`
}

function each(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  const found = [value].flat().map((one) => ids.get(String(one)) ?? (uuid.test(String(one)) ? null : one))
  if (found.includes(null)) return null
  return Array.isArray(value) ? found : found[0]
}

function fieldsIn(conditions: Record<string, unknown>, ids: ReadonlyMap<string, string>): Record<string, unknown> | null {
  const found = Object.entries(conditions).map(([fieldRef, value]) => [ids.get(fieldRef), value] as const)
  return found.some(([fieldId]) => fieldId === undefined) ? null : Object.fromEntries(found)
}
