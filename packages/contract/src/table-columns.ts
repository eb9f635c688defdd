import { attributeNames, cardAttributes } from './card-attributes.ts'

/** The width of a column, in px. */
export const columnWidthPx = { least: 40, most: 640 } as const

/** A board has at most 100 fields, and a card a few more columns. */
export const mostTableColumns = 120

const attributeColumns = attributeNames.map((name) => cardAttributes[name].csv.column)
const fieldColumn = 'field:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const oneOf = (...names: string[]) => [...names, ...attributeColumns, fieldColumn].join('|')

/** The names of columns in a saved view: `due`, `session`, `field:` with an id. */
export const tableColumn = new RegExp(`^(?:${oneOf('key', 'session', 'people', 'labels')})$`)
/** The columns by which a table can be in order, with a minus for the other way. */
export const tableOrder = new RegExp(`^-?(?:${oneOf('created', 'title', 'session', 'people')})$`)
