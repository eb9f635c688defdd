import { type FieldReason, fieldRefusal, type RuleAction } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { FieldRow } from '../../db/tables/boards/fields.ts'
import { keptValue } from '../fields/on-cards.ts'
import { type Definition, type Name, namesIn } from './names.ts'
import { checkSchedule } from './schedule.ts'

/** Checks that everything that a rule names is on its board. Specification: decisions §5. */
const openLists = sql<{ id: string }>('select id from lists where board_id = $1 and id::text = any ($2::text[]) and archived_at is null')
const labels = sql<{ id: string }>('select id from labels where board_id = $1 and id::text = any ($2::text[])')
const fields = sql<FieldRow>('select * from fields where board_id = $1 and id::text = any ($2::text[])')
const members = sql<{ id: string; kind: 'human' | 'agent'; delegatable: boolean }>(
  `select a.id, a.kind, coalesce(a.can_be_delegated, false) and a.deactivated_at is null as delegatable
  from members m join actors a on a.id = m.actor_id where m.board_id = $1 and m.actor_id::text = any ($2::text[])`,
)

const missing = {
  list: 'ruleListGone',
  label: 'ruleLabelGone',
  field: 'ruleFieldGone',
  member: 'ruleMemberGone',
  person: 'rulePersonGone',
  agent: 'ruleAgentGone',
} as const satisfies Record<Name['kind'], FieldReason>

type At = { boardId: string; now: string }

/** Throws validation with the field that is wrong. */
export async function checkRule(reader: Reader, { boardId, now }: At, definition: Definition): Promise<void> {
  checkShape(definition)
  if ('schedule' in definition.trigger) checkSchedule(definition.trigger.schedule, now)
  const names = namesIn(definition)
  const idsOf = (...kinds: Name['kind'][]) => names.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const [foundLists, foundLabels, foundFields, foundMembers] = await Promise.all([
    reader.rows(openLists, [boardId, idsOf('list')]),
    reader.rows(labels, [boardId, idsOf('label')]),
    reader.rows(fields, [boardId, idsOf('field')]),
    reader.rows(members, [boardId, idsOf('member', 'person', 'agent')]),
  ])
  const there = {
    list: foundLists,
    label: foundLabels,
    field: foundFields,
    member: foundMembers,
    person: foundMembers.filter(({ kind }) => kind === 'human'),
    agent: foundMembers.filter(({ delegatable }) => delegatable),
  }
  for (const { kind, id, where } of names) if (!there[kind].some((row) => row.id === id)) throw fieldRefusal(where, missing[kind], { id })
  for (const action of definition.actions) checkValue(action, foundFields)
}

/** A rule by the clock either creates cards or changes existing ones: with both, it would be undefined for which card it creates one. */
export function checkShape({ trigger, conditions, actions }: Definition): void {
  if (!('schedule' in trigger) || !actions.some(({ type }) => type === 'create_card')) return
  if (actions.some(({ type }) => type !== 'create_card')) throw fieldRefusal('actions', 'scheduleMixed')
  if (conditions.length > 0) throw fieldRefusal('conditions', 'scheduleConditions')
}

function checkValue(action: RuleAction, fields: readonly FieldRow[]): void {
  if (action.type !== 'set_field' || action.value === null) return
  const field = fields.find(({ id }) => id === action.fieldId)
  if (field && keptValue(field, action.value) === null)
    throw fieldRefusal('actions', 'ruleValueUnfit', { name: field.name, type: field.type })
}
