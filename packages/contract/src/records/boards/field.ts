import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Custom fields of a board and their values on cards. Specification: service §2, decisions §3. */
export const fieldType = z.enum(['text', 'number', 'date', 'checkbox', 'select', 'url'])

export const field = z
  .object({
    id,
    boardId: id,
    name: z.string(),
    type: fieldType,
    options: z.array(z.string()).nullable().describe('The options of a select field; null for all other types.'),
    createdAt: timestamp,
  })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof field>

/** A value given by a caller; the type of the field decides which of these types is valid. */
export const fieldValueInput = z
  .union([z.string().max(10_000), z.number(), z.boolean()])
  .describe(
    'text, url, select: a string (select: one of the options). number: a number. checkbox: true or false. date: YYYY-MM-DD or an ISO-8601 datetime.',
  )
