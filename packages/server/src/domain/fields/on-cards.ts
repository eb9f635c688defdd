import { type FieldReason, fieldRefusal, type TandemError, type TextAuthor } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { FieldRow } from '../../db/tables/boards/fields.ts'
import { fieldValues } from '../../db/tables/cards/field-values.ts'
import { authorOfPart, fieldValueFaces } from '../../db/text-authors.ts'
import { deleteFrom, insertInto, pick, sendRows, write } from '../../db/writes.ts'
import { notFound } from '../../kernel/access.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { authorIn, authorToTell, byAuthor, byCopier } from '../authors.ts'
import { touchCard } from '../cards/touch.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'

/** Values of custom fields on cards. Specification: service §6, decisions §3. */
export type Value = string | number | boolean
export type FieldValueRow = { fieldId: string; value: Value; author: TextAuthor }

const readField = sql<FieldRow & { held: { value: Value; author: TextAuthor } | null }>(`select f.*,
    (select json_build_object('value', v.value, 'author', ${authorOfPart('v')}) from field_values v where v.card_id = $3 and v.field_id = f.id) as held
  from fields f where f.board_id = $1 and f.id = $2`)
/** One at a time: a statement of many rows may not write one of them twice, as mutations of one batch do. */
const writeValue = write(
  pick(fieldValues, ['boardId', 'cardId', 'fieldId', 'value', 'writtenBy', 'authorRole']),
  (given) => `insert into field_values (board_id, card_id, field_id, value, written_by, author_role)
  values (${given.boardId}, ${given.cardId}, ${given.fieldId}, ${given.value}, ${given.writtenBy}, ${given.authorRole})
  on conflict (card_id, field_id) do update set value = excluded.value, written_by = excluded.written_by, author_role = excluded.author_role`,
)
const insertValues = insertInto(fieldValues, ['boardId', 'cardId', 'fieldId', 'value', 'writtenBy', 'authorRole'])
const deleteValue = deleteFrom(fieldValues, { key: ['boardId', 'cardId', 'fieldId'] })

export const valuesOfCard = sql<FieldValueRow>(
  `select field_id, value, author from ${fieldValueFaces} v where board_id = $1 and card_id = $2 order by field_id limit 200`,
)

type SetField = Parameters<HandlerOf<'card.field.set'>>

export const setFieldValue: HandlerOf<'card.field.set'> = (tx, input) => setValue(tx, input)

/** `author`: of a value that an undo puts back. */
export async function setValue(tx: SetField[0], input: SetField[1], author = authorIn(tx, input.external)): Promise<FieldValueRow> {
  const field = await tx.row(readField, [tx.board.id, input.fieldId, tx.target.id])
  if (!field) throw notFound('field')
  const { id: fieldId, held } = field
  refuseChangedTexts({ value: held?.value ?? null }, { value: input.ifValue })
  const value = valueFor(field, input.value)
  if (held?.value === value) return { fieldId, value, author: held.author }
  tx.send(writeValue({ boardId: tx.board.id, cardId: tx.target.id, fieldId, value, ...byAuthor(author) }))
  tx.record('card.field_set', { fieldId, value, ...authorToTell(author), previous: held ?? { value: null } }, { cardId: tx.target.id })
  touchCard(tx, tx.target.id)
  return { fieldId, value, author }
}

/** Values of a copied card, that its fields take. */
export function addValues(tx: Mutation<'card.field_set'>, cardId: string, values: readonly FieldValueRow[]): void {
  const rows = values.map((row) => ({ ...row, boardId: tx.board.id, cardId, ...byCopier(tx, row.author) }))
  sendRows(tx, insertValues, rows)
  for (const { fieldId, value, author } of rows)
    tx.record('card.field_set', { fieldId, value, ...authorToTell(author), previous: { value: null } }, { cardId })
}

export const clearFieldValue: HandlerOf<'card.field.clear'> = async (tx, input) => {
  const field = await tx.row(readField, [tx.board.id, input.fieldId, tx.target.id])
  if (!field?.held) return null
  // In a query every value is text.
  if (String(field.held.value) !== String(input.ifValue)) refuseChangedTexts({ value: field.held.value }, { value: input.ifValue })
  tx.send(deleteValue({ boardId: tx.board.id, cardId: tx.target.id, fieldId: field.id }))
  tx.record('card.field_cleared', { fieldId: field.id, previous: field.held }, { cardId: tx.target.id })
  touchCard(tx, tx.target.id)
  return null
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** The most characters of choices that a message shows. */
const longestChoices = 400

/** The values that each type accepts, and the form in which it stores them; `read` returns null for a value that it refuses. */
type ReaderOf = {
  takes: string
  reason: FieldReason & `valueNo${string}`
  read(value: Value, field: Pick<FieldRow, 'options'>): Value | null
}
const readers: Record<FieldRow['type'], ReaderOf> = {
  text: {
    takes: 'a string that is not empty',
    reason: 'valueNoText',
    read: (value) => (typeof value === 'string' && value !== '' ? value : null),
  },
  number: {
    takes: 'a number',
    reason: 'valueNoNumber',
    read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  },
  checkbox: { takes: 'true or false', reason: 'valueNoCheckbox', read: (value) => (typeof value === 'boolean' ? value : null) },
  date: { takes: 'a date YYYY-MM-DD or an ISO-8601 datetime', reason: 'valueNoDate', read: readDate },
  select: {
    takes: 'one of its options',
    reason: 'valueNoOption',
    read: (value, field) => (typeof value === 'string' && field.options?.includes(value) ? value : null),
  },
  url: {
    takes: 'an http or https address',
    reason: 'valueNoUrl',
    read: (value) => (typeof value === 'string' && isHttpUrl(value) ? value : null),
  },
}

/** The value as the field keeps it, or null when its type does not take it. */
export const keptValue = (field: Pick<FieldRow, 'type' | 'options'>, value: Value): Value | null => readers[field.type].read(value, field)

/** The value as the field keeps it. Throws validation when the type of the field does not take it. */
function valueFor(field: FieldRow, value: Value): Value {
  const kept = keptValue(field, value)
  if (kept !== null) return kept
  throw unfit(field)
}

/** `details.field` keeps names that people gave apart from our words, so that models do not read them as one text. */
function unfit({ name, type, options }: FieldRow): TandemError {
  const { takes, reason } = readers[type]
  const details = { field: { name, type, takes, ...(options && { options }) } }
  if (reason !== 'valueNoOption') return fieldRefusal('value', reason, { name }, { details })
  const choices = (options ?? []).map((option) => JSON.stringify(option)).join(', ')
  return fieldRefusal('value', reason, { name, options: truncate(choices, longestChoices) }, { details })
}

/** A date stays a date, without a time zone; a datetime is kept in UTC. */
function readDate(value: Value): string | null {
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  if (Number.isNaN(time) || !/^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:?\d{2}))?$/.test(value)) return null
  const iso = new Date(time).toISOString()
  // A time in the year 9999 may be in a year of five digits in UTC.
  if (!datePattern.test(value)) return /^\d{4}-/.test(iso) ? iso : null
  return iso.startsWith(value) ? value : null
}

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && value.length <= 2_000
}
