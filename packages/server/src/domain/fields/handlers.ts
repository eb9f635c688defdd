import { explained, type Field, field, fieldRefusal, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { type FieldRow, fields } from '../../db/tables/boards/fields.ts'
import { deleteFrom, insertInto, update } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { changes } from '../changes.ts'
import { recordOf } from '../record-of.ts'
import { pauseRulesNaming } from '../rules/pause.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { createNameCheck } from '../unique-names.ts'
import { clearFieldValue, setFieldValue } from './on-cards.ts'
import { valuesOfField } from './values.ts'

/** The custom fields of a board; no two of one name. Specification: service §6, decisions §3. */
const mostFields = 100

const fieldsOf = sql<FieldRow>(`select * from fields where board_id = $1 order by id limit ${mostFields}`)
const insertField = insertInto(fields, ['boardId', 'id', 'name', 'type', 'options', 'createdAt'])
const writeField = update(fields, { key: ['boardId', 'id'], set: ['name', 'options'] })
const deleteField = deleteFrom(fields, { key: ['boardId', 'id'] })
const refuseName = createNameCheck('fields', mostFields, {
  taken: (name, fieldId) => refusal('fieldTaken', { name }, { details: { fieldId } }),
  full: () => refusal('fieldsFull', { count: mostFields }),
})

export const fieldsOfBoard = (reader: Reader, boardId: string): Promise<FieldRow[]> => reader.rows(fieldsOf, [boardId])

const listFields: HandlerOf<'field.list'> = async (read) => (await fieldsOfBoard(read, read.boardId)).map(fieldOnWire)

const createField: HandlerOf<'field.create'> = async (tx, input) => {
  await refuseName(tx, input.name, null)
  return fieldOnWire(addField(tx, { name: input.name, type: input.type, options: input.options ?? null }))
}

/** A field of a name that no other one has. */
export function addField(tx: Mutation<'field.created'>, field: Pick<FieldRow, 'name' | 'type' | 'options'>): FieldRow {
  const { name, type, options } = field
  const row = { boardId: tx.board.id, id: tx.newId(), name, type, options, createdAt: tx.now }
  tx.send(insertField(row))
  tx.record('field.created', { fieldId: row.id, name: row.name, type: row.type, options: row.options })
  return row
}

const updateField: HandlerOf<'field.update'> = async (tx, input) => {
  const field = tx.target
  if (input.options && field.type !== 'select') throw fieldRefusal('options', 'optionsOfOther', { type: field.type })
  refuseChangedTexts({ name: field.name, options: field.options }, { name: input.ifName, options: input.ifOptions })
  const sameOptions = JSON.stringify(input.options) === JSON.stringify(field.options)
  const changed = changes(field, { name: input.name, options: sameOptions ? undefined : input.options })
  if (!changed) return fieldOnWire(field)
  const row = { ...field, ...changed.columns }
  await refuseName(tx, row.name, row.id)
  tx.send(writeField(row))
  tx.record('field.updated', { fieldId: row.id, ...changed.payload })
  return fieldOnWire(row)
}

const removeField: HandlerOf<'field.delete'> = async (tx) => {
  tx.send(deleteField(tx.target))
  tx.record('field.deleted', { fieldId: tx.target.id })
  await pauseRulesNaming(tx, tx.target.id, explained('ruleLostField', { name: tx.target.name }))
  return null
}

export const fieldOnWire: (row: FieldRow) => Field = recordOf(field, {})

export const fieldHandlers = {
  'field.list': answers(listFields),
  'field.values': { run: valuesOfField },
  'field.create': answers(createField),
  'field.update': answers(updateField),
  'field.delete': answers(removeField),
  'card.field.set': answers(setFieldValue),
  'card.field.clear': answers(clearFieldValue),
} satisfies Partial<Handlers>
