import type { oas31 } from 'zod-openapi'
import { type Html, html } from '../../http/html.ts'
import { inline } from './markdown.ts'
import { isReference } from './resolve.ts'
import { boundsOf, type Schema, typeOf } from './schema-text.ts'

export type Property = { name: string; schema: Schema; required: boolean; about?: string | undefined; place?: string }

/** How deep objects within objects are listed; deeper ones are shown as a type. */
const deepest = 3

/** The properties of an object, those of objects within it with the path to them. */
export function propertiesOf(schema: Schema, path = '', depth = 1): Property[] {
  if (isReference(schema)) return []
  if (schema.allOf) return schema.allOf.flatMap((part) => propertiesOf(part, path, depth))
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${path}${key}`
    const own = { name, schema: property, required: required.has(key), about: property.description }
    return depth < deepest ? [own, ...within(property, name, depth)] : [own]
  })
}

function within(schema: Schema, name: string, depth: number): Property[] {
  if (isReference(schema)) return []
  const object = (schema.anyOf ?? schema.oneOf ?? []).find(hasProperties) ?? schema
  if (!isReference(object) && object.items) return propertiesOf(object.items, `${name}[].`, depth + 1)
  return propertiesOf(object, `${name}.`, depth + 1)
}

const hasProperties = (schema: Schema): boolean => !isReference(schema) && schema.properties !== undefined

/** A list that is read on a phone as well: no table. Empty when there is nothing to show. */
export function listOf(properties: readonly Property[]): Html {
  if (properties.length === 0) return html``
  return html`<dl class="properties">${properties.map(entryOf)}</dl>`
}

function entryOf({ name, schema, required, about, place }: Property): Html {
  const bounds = boundsOf(schema)
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${place ? html` <span class="mark">${place}</span>` : html``}${
    required ? html` <span class="mark required">required</span>` : html``
  }</dt><dd>${inline(sentences(about, bounds))}</dd>`
}

function sentences(about: string | undefined, bounds: string): string {
  const first = about === undefined || about === '' || /[.!?:]$/.test(about) ? (about ?? '') : `${about}.`
  return `${first} ${bounds === '' ? '' : `${bounds.charAt(0).toUpperCase()}${bounds.slice(1)}.`}`.trim()
}

/** A parameter as a property: one in the address or in a header. */
export function asProperty({ name, schema, required, description, in: place }: oas31.ParameterObject): Property {
  return { name, schema: schema ?? {}, required: required === true, about: description, place }
}
