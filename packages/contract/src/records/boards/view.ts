import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { schemaProblem } from '../../refusals.ts'
import { columnWidthPx, mostTableColumns, tableColumn, tableOrder } from '../../table-columns.ts'
import { searchConditions } from './search.ts'

/** A saved search. Specification: service §4, decisions §3. */
export const viewLayout = z.enum(['board', 'list', 'calendar'])
const lanesOf = /^(?:assignee|delegate|label|priority|field:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** The rows of the layout `board`: by some attributes, or by a field with options. */
export const viewLanes = z
  .string()
  .max(42)
  .regex(lanesOf, schemaProblem('noLanes'))
  .describe('The rows of a board: assignee, delegate, label, priority, or field: with the id of a select or checkbox field. Null = none.')

const viewColumn = z.object({
  column: z.string().max(42).regex(tableColumn, schemaProblem('noColumn')),
  widthPx: z.int().min(columnWidthPx.least).max(columnWidthPx.most).nullable().describe('Null = the default width.'),
})
export const viewColumns = z
  .array(viewColumn)
  .max(mostTableColumns)
  .refine((columns) => new Set(columns.map(({ column }) => column)).size === columns.length, schemaProblem('columnTwice'))
  .describe('The columns of the table besides key and title, in order; key only sets its width. Null = the choice of each reader.')
export type ViewColumn = z.infer<typeof viewColumn>
export const viewSort = z
  .string()
  .max(43)
  .regex(tableOrder, schemaProblem('noTableOrder'))
  .describe('The column that the table is sorted by, with a minus for the reverse order. Null = by query.sort, otherwise as on the board.')

/** The conditions as given; flags are booleans. */
const flags = { everyLabel: z.boolean(), completed: z.boolean(), blocked: z.boolean(), archived: z.boolean() }
export const viewQuery = z.object({ ...searchConditions, ...z.object(flags).partial().shape })
export type ViewQuery = z.infer<typeof viewQuery>

export const view = z
  .object({
    id,
    boardId: id,
    name: z.string(),
    query: viewQuery,
    layout: viewLayout,
    lanes: viewLanes.nullable(),
    emptyLanes: z.boolean().describe('Whether rows without cards are shown.'),
    columns: viewColumns.nullable(),
    sort: viewSort.nullable(),
    shared: z.boolean().describe('false = visible only to its owner.'),
    ownerActorId: id,
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'View' })
export type View = z.infer<typeof view>
