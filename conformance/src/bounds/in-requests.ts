import { catalogue, type OperationName, operationNames } from '@tandem/contract'
import type { oas31 } from 'zod-openapi'
import { bindingOf } from '../../../packages/server/src/surfaces/rest/openapi/binding.ts'
import { openApiDocument } from '../../../packages/server/src/surfaces/rest/openapi/document.ts'
import { createSampler } from '../../../packages/server/src/surfaces/rest/openapi/sample.ts'

type Schema = oas31.SchemaObject & { propertyNames?: Schema }
type Kind = 'text' | 'list' | 'number' | 'record'

/** A text, list, number or record that a request may carry, by the document. */
export type Place = {
  operation: OperationName
  /** The property of the input that it stands in. */
  property: string
  /** `actions[].title`: the property and the way to it from there; a record's own keys are `*`. */
  path: string
  isInPath: boolean
  kind: Kind
  schema: Schema
  /** The most that the document allows: characters, entries, or the number itself; null where it names none. */
  bound: number | null
  /** The property with this in the place. */
  holding(value: unknown): unknown
}

const document = openApiDocument('/')
const components = document.components?.schemas ?? {}
const sample = createSampler(components)

/** Each place once for each operation. */
export function placesInRequests(): Place[] {
  return operationNames.flatMap((operation) => {
    const seen = new Set<string>()
    return Object.entries(propertiesOf(operation)).flatMap(([property, { schema, isInPath }]) =>
      [...placesIn(schema, property, (value) => value)]
        .filter(({ path, kind, bound }) => !seen.has(`${path} ${kind} ${bound}`) && seen.add(`${path} ${kind} ${bound}`))
        .map((place) => ({ ...place, operation, property, isInPath })),
    )
  })
}

function propertiesOf(name: OperationName): Record<string, { schema: Schema; isInPath: boolean }> {
  const { method, url } = bindingOf(catalogue[name])
  const item = document.paths?.[url]?.[method.toLowerCase() as 'get']
  const parameters = item?.parameters ?? []
  const named = parameters.flatMap((one) => (isReference(one) || one.in === 'header' ? [] : [one]))
  const body = item?.requestBody && !isReference(item.requestBody) ? item.requestBody.content : {}
  const inBody = Object.values(body).map(({ schema }) => {
    const { properties, additionalProperties } = resolved(schema)
    return { ...properties, ...(typeof additionalProperties === 'object' ? { [anyProperty]: additionalProperties } : {}) }
  })
  return {
    ...Object.fromEntries(named.map((one) => [one.name, { schema: one.schema as Schema, isInPath: one.in === 'path' }])),
    ...Object.fromEntries(
      inBody.flatMap((shape) => Object.entries(shape).map(([key, schema]) => [key, { schema: schema as Schema, isInPath: false }])),
    ),
  }
}

/** Stands for a name that the caller chooses. */
export const anyProperty = '*'

const isReference = (schema: object): schema is oas31.ReferenceObject => '$ref' in schema

function resolved(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null) return {}
  return isReference(schema) ? resolved(components[schema.$ref.split('/').at(-1) ?? '']) : (schema as Schema)
}

type Found = Pick<Place, 'path' | 'kind' | 'schema' | 'bound' | 'holding'>

function* placesIn(given: unknown, path: string, holding: Place['holding']): Generator<Found> {
  const schema = resolved(given)
  if (schema.const !== undefined || schema.enum) return
  for (const option of schema.anyOf ?? schema.oneOf ?? []) yield* placesIn(option, path, holding)
  if (schema.anyOf ?? schema.oneOf) return
  const of = (kind: Kind, bound: number | undefined): Found => ({ path, kind, schema, bound: bound ?? null, holding })
  const types = [schema.type ?? []].flat()
  if (types.length === 0) yield of('record', undefined)
  if (types.includes('string') && !isOfFixedLength(schema)) yield of('text', schema.maxLength)
  if (types.includes('number') || types.includes('integer')) yield of('number', schema.maximum)
  if (types.includes('array')) yield* placesInList(schema, path, holding, of('list', schema.maxItems))
  if (types.includes('object')) yield* placesInObject(schema, path, holding)
}

/** Formats of a fixed length, and files, whose largest size is a setting. */
const isOfFixedLength = ({ format, contentMediaType }: Schema): boolean =>
  ['uuid', 'date', 'date-time', 'binary'].includes(format ?? '') || contentMediaType !== undefined

function* placesInList(schema: Schema, path: string, holding: Place['holding'], itself: Found): Generator<Found> {
  yield itself
  yield* placesIn(schema.items, `${path}[]`, (value) => holding([value]))
}

function* placesInObject(schema: Schema, path: string, holding: Place['holding']): Generator<Found> {
  const { properties = {}, additionalProperties, propertyNames, maxProperties } = schema
  const required = sample(schema, path, 'required') as Record<string, unknown>
  for (const [key, property] of Object.entries(properties))
    yield* placesIn(property, `${path}.${key}`, (value) => holding({ ...required, [key]: value }))
  if (Object.keys(properties).length > 0 || propertyNames?.enum) return
  yield { path, kind: 'record', schema, bound: maxProperties ?? null, holding }
  if (propertyNames?.maxLength !== undefined)
    yield {
      path: `${path}.*`,
      kind: 'text',
      schema: propertyNames,
      bound: propertyNames.maxLength,
      holding: (key) => holding({ [String(key)]: 1 }),
    }
  if (typeof additionalProperties === 'object')
    yield* placesIn(additionalProperties, `${path}.*`, (value) => holding({ [keyOf(propertyNames)]: value }))
}

const keyOf = (names: Schema | undefined): string => (names?.format === 'uuid' ? '019f0000-0000-7000-8000-000000000001' : 'key')

/** Entries of a list, each another one. */
export const entriesOf = (schema: Schema, count: number): unknown[] => {
  const given = resolved(schema.items)
  const items = given.anyOf?.map(resolved).find(({ format }) => format === 'uuid') ?? given
  return Array.from({ length: count }, (_, at) => {
    if (items.format === 'uuid') return `019f0000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
    const value = sample(items, 'entry', 'required')
    return typeof value === 'string' && !items.enum ? `${value} ${at}` : value
  })
}
