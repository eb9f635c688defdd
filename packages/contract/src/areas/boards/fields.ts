import { z } from 'zod'
import { id, ifText, limit, name } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { external } from '../../records/author.ts'
import { field, fieldType, fieldValueInput } from '../../records/boards/field.ts'
import { fieldValue } from '../../records/cards/card.ts'
import { schemaProblem } from '../../refusals.ts'

const options = z
  .array(z.string().trim().min(1).max(100))
  .min(1)
  .max(100)
  .refine((choices) => new Set(choices).size === choices.length, schemaProblem('optionTwice'))

const ifValue = fieldValueInput
  .nullable()
  .optional()
  .describe(
    'The value that you read, null = none. If it has changed since, the request is refused with 409, and details.current has the current value.',
  )

/** Custom fields of a board, and their values on cards. Specification: service §2 and §6, decisions §3. */
export const fields = {
  'field.list': read({
    summary: 'List the custom fields of a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(field),
    rest: 'GET /api/boards/:boardId/fields',
  }),
  'field.values': read({
    summary: 'Read the values of a custom field on the cards of its board',
    spec: 'decisions §3',
    access: { target: 'field', role: 'viewer', scope: 'boards:read' },
    input: z.object({ fieldId: id, limit, cursor: id.optional().describe('The id of the last card of the previous page.') }),
    output: z.array(
      z.object({
        cardId: id,
        value: z.unknown().describe('A text is cut off after 200 characters; the card has the full text.'),
        external: z.literal(true).optional().describe('It comes from outside the board.'),
      }),
    ),
    rest: 'GET /api/fields/:fieldId/values',
    paged: true,
  }),
  'field.create': mutation({
    summary: 'Add a custom field to a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'boards:write' },
    input: z
      .object({ boardId: id, name, type: fieldType, options: options.optional().describe('The options of a select field.') })
      .refine(({ type, options }) => (type === 'select') === (options !== undefined), {
        path: ['options'],
        message: schemaProblem('optionsOfSelect'),
      }),
    output: field,
    rest: 'POST /api/boards/:boardId/fields',
    status: 201,
    records: ['field.created'],
    errors: ['conflict'],
  }),
  'field.update': mutation({
    summary: 'Rename a custom field or change the options of a select field; its type cannot be changed',
    spec: 'decisions §3',
    access: { target: 'field', role: 'admin', scope: 'boards:write' },
    input: z.object({
      fieldId: id,
      name: name.optional(),
      ifName: ifText,
      options: options.optional().describe('All options. Cards keep a removed option until their value is changed.'),
      ifOptions: z
        .array(z.string().max(100))
        .max(100)
        .optional()
        .describe(
          'The options that you read, in their order. If they have changed since, the request is refused with 409, and details.current has the current options.',
        ),
    }),
    output: field,
    rest: 'PATCH /api/fields/:fieldId',
    records: ['field.updated'],
    errors: ['conflict'],
  }),
  'field.delete': mutation({
    summary: 'Delete a custom field with its values on every card; rules that use it are paused',
    spec: 'decisions §3',
    access: { target: 'field', role: 'admin', scope: 'boards:write' },
    input: z.object({ fieldId: id }),
    output: null,
    rest: 'DELETE /api/fields/:fieldId',
    records: ['field.deleted', 'rule.updated'],
  }),
  'card.field.set': mutation({
    summary: "Set a card's value in a custom field",
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, fieldId: id, value: fieldValueInput, external, ifValue }),
    output: fieldValue,
    rest: 'PUT /api/cards/:cardId/fields/:fieldId',
    records: ['card.field_set'],
    errors: ['conflict'],
  }),
  'card.field.clear': mutation({
    summary: "Clear a card's value in a custom field",
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({
      cardId: id,
      fieldId: id,
      ifValue: fieldValueInput
        .optional()
        .describe(
          'The value that you read, as text in the query. If it has changed since, the request is refused with 409, and details.current has the current value.',
        ),
    }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/fields/:fieldId',
    records: ['card.field_cleared'],
    errors: ['conflict'],
  }),
} as const
