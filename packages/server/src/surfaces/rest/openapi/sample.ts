import { story } from '@tandem/contract/examples'
import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject
type Sampler = (schema: Schema | oas31.ReferenceObject | undefined, name: string, wanted?: 'all' | 'required') => unknown

/** Ids by the property that holds them. */
const ids: Record<string, string> = {
  boardId: story.boardId,
  listId: story.toDo,
  fromListId: story.toDo,
  toListId: story.doing,
  cardId: story.cardId,
  otherCardId: story.otherCardId,
  actorId: story.ada,
  agentActorId: story.scout,
  mentionedActorId: story.ada,
  delegatedByActorId: story.ada,
  initiatorActorId: story.ada,
  answeredByActorId: story.ada,
  sessionId: story.sessionId,
  eventId: story.questionEventId,
  questionEventId: story.questionEventId,
  itemId: story.checklistItemId,
  commentId: story.commentId,
  attachmentId: story.fileAttachmentId,
  labelId: story.labelId,
  fieldId: story.fieldId,
  viewId: story.viewId,
  linkId: story.linkId,
  ruleId: story.ruleId,
  webhookId: story.webhookId,
  integrationId: story.integrationId,
}

/** Sample values by property name, used where the schema accepts them. */
const byName: Record<string, unknown> = {
  name: 'Launch',
  boardName: 'Launch',
  title: 'Write the announcement',
  cardTitle: 'Write the announcement',
  cardKey: 'LCH-1',
  email: 'grace@example.com',
  text: 'Ask for a quote',
  body: 'Mention the early price.',
  description: 'For the press and the front page.',
  guidance: 'Keep every text under 200 words.',
  filename: 'programme.txt',
  contentType: 'text/plain',
  sizeBytes: 21,
  color: 'red',
  value: 'Newsletter',
  position: 'a0',
  state: 'working',
  statusText: 'Reading the notes',
  note: 'The draft is half done.',
  question: 'Which price should I use?',
  options: ['Early price', 'Full price'],
  answer: 'Early price',
  summary: 'The announcement is written.',
  reason: 'timeout',
  priority: 'high',
  externalSystem: 'github',
  externalId: 'acme/site#7:LCH-1',
  externalUrl: 'https://github.com/acme/site/pull/7',
  targetBranch: 'main',
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
  if (format === 'uuid') return ids[name] ?? ids[`${name}Id`] ?? story.newestActivityId
  if (format === 'date-time') return story.at
  if (format === 'date') return '2026-11-21'
  if (format === 'uri') return 'https://example.org/hall.pdf'
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
