import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject
export type Sampler = (schema: Schema | oas31.ReferenceObject | undefined, name: string, wanted?: 'all' | 'required') => unknown

const exampleId = (digit: string): string => `019f0000-0000-7000-8000-00000000000${digit}`

const ids: Record<string, string> = {
  boardId: exampleId('1'),
  listId: exampleId('2'),
  cardId: exampleId('3'),
  checklistItemId: exampleId('4'),
  sessionId: exampleId('5'),
  agentActorId: exampleId('6'),
  commentId: exampleId('8'),
  notificationId: exampleId('9'),
  webhookId: exampleId('a'),
  deliveryId: exampleId('b'),
  activityId: exampleId('c'),
  labelId: exampleId('d'),
  fieldId: exampleId('e'),
}
for (const [alias, name] of [
  ['cardSummaryId', 'cardId'],
  ['cardRecordId', 'cardId'],
  ['workCardId', 'cardId'],
  ['searchHitId', 'cardId'],
  ['boardTreeId', 'boardId'],
  ['toListId', 'listId'],
  ['newWebhookId', 'webhookId'],
  ['changedWebhookId', 'webhookId'],
] as const)
  ids[alias] = ids[name] ?? ''
const otherId = exampleId('f')

/** What a property of this name looks like, where its schema takes it. */
const byName: Record<string, unknown> = {
  name: 'Engine',
  title: 'Rotate the signing keys',
  cardTitle: 'Rotate the signing keys',
  boardName: 'Engine',
  key: 'ENG-12',
  cardKey: 'ENG-12',
  keyPrefix: 'ENG',
  number: 12,
  handle: 'ada',
  email: 'ada@example.com',
  text: 'Write the changelog',
  body: 'Ready for review, @ada.',
  description: 'The old ones are a year old.',
  excerpt: 'Ready for review, @ada.',
  note: 'The logs are read; the fault is in the cache.',
  question: 'Which cluster shall I use?',
  answer: 'Use the staging cluster.',
  options: ['staging', 'production'],
  summary: 'The keys are rotated.',
  reason: 'timeout',
  rank: 'a0',
  position: 'a0',
  color: 'red',
  timezone: 'Europe/Berlin',
  locale: 'en',
  scopes: ['cards:write', 'comments:write', 'sessions:write'],
  events: ['card.moved', 'agent_session.*'],
  address: '192.0.2.7',
  act: 'token.create',
  outcome: 'ok',
  credential: 'session',
  label: 'release bot',
  lastFour: '3xK9',
  token: 'kbt_…',
  secret: 'whsec_…',
  verb: 'card.moved',
  statusText: 'Reading the logs',
  priority: 'high',
  avatarUrl: 'https://example.org/ada.png',
  agentGuidance: 'Run the tests before you say that it works.',
  displayName: 'Ada Lovelace',
  state: 'working',
  active: true,
  value: 'high',
  ...Object.fromEntries(
    ['archivedAt', 'completedAt', 'deactivatedAt', 'deletedAt', 'editedAt', 'endedAt', 'failureReason', 'disabledReason'].map((name) => [
      name,
      null,
    ]),
  ),
}

/** Makes one value of a schema, always the same. `required` leaves optional properties out. */
export function createSampler(components: Record<string, Schema | oas31.ReferenceObject>): Sampler {
  return sample

  function sample(schema: Schema | oas31.ReferenceObject | undefined, name: string, wanted: 'all' | 'required' = 'all'): unknown {
    if (!schema) return null
    if (isReference(schema)) {
      const component = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
      return sample(components[component], `${component.charAt(0).toLowerCase()}${component.slice(1)}`, wanted)
    }
    const { const: constant, default: fallback, anyOf, oneOf, allOf } = schema
    if (constant !== undefined) return constant
    const fitting = Object.hasOwn(byName, name) && accepts(schema, byName[name])
    if (fitting) return byName[name]
    if (fallback !== undefined) return fallback
    if (allOf) return Object.assign({}, ...allOf.map((part) => sample(part, name, wanted)))
    const choice = (anyOf ?? oneOf)?.[0]
    return choice ? sample(choice, name, wanted) : ofType(schema, name, wanted)
  }

  function ofType(schema: Schema, name: string, wanted: 'all' | 'required'): unknown {
    if (schema.enum) return schema.enum[0]
    switch (typesOf(schema)[0]) {
      case 'object':
        return ofObject(schema, name, wanted)
      case 'array':
        return [sample(schema.items, name.replace(/s$/, ''))]
      case 'string':
        return ofString(schema, name)
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1)
      case 'boolean':
        return false
      default:
        return null
    }
  }

  function ofObject(schema: Schema, name: string, wanted: 'all' | 'required'): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      if (wanted === 'required' && !schema.required?.includes(key)) continue
      made[key] = sample(property, key === 'id' ? `${name}Id` : key, wanted)
    }
    const { propertyNames, additionalProperties } = schema as { propertyNames?: Schema; additionalProperties?: Schema | boolean }
    for (const key of propertyNames?.enum ?? []) made[key] = sample(additionalProperties as Schema, key, wanted)
    return made
  }
}

const isReference = (schema: Schema | oas31.ReferenceObject): schema is oas31.ReferenceObject => schema.$ref !== undefined

function ofString({ format, minLength = 0 }: Schema, name: string): string {
  if (format === 'uuid') return ids[name] ?? ids[`${name}Id`] ?? (/actor/i.test(name) ? exampleId('6') : otherId)
  if (format === 'date-time') return '2026-11-21T09:30:00.000Z'
  if (format === 'date') return '2026-11-21'
  if (format === 'uri' || /url$/i.test(name)) return 'https://example.org/design.pdf'
  if (format === 'email') return 'ada@example.com'
  return 'text'.padEnd(minLength, 't')
}

/** Enough of a check to know whether a value by name belongs here: its type, and the choices of an enumeration. */
function accepts(schema: Schema, value: unknown): boolean {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.some((option) => !isReference(option) && accepts(option, value))
  if (schema.enum) return schema.enum.includes(value)
  if (schema.format !== undefined && schema.format !== 'email') return false
  if (Array.isArray(value)) return typesOf(schema).includes('array') && accepts(schema.items as Schema, value[0])
  return typesOf(schema).includes(typeOf(value))
}

const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat()

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}
