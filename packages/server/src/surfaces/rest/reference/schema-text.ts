import type { oas31 } from 'zod-openapi'
import { type Html, html } from '../../http/html.ts'
import { isReference, nameOf } from './resolve.ts'

export type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** Verbs, for one, are more than a line holds; all of them have an entry of their own. */
const mostChoices = 12

export const schemaAnchor = (name: string): string => `schema.${name}`

/** The type of a schema in a line, as TypeScript would write it; a schema that has a name is a link to it. */
export function typeOf(schema: Schema): Html {
  if (isReference(schema)) return html`<a href="#${schemaAnchor(nameOf(schema))}">${nameOf(schema)}</a>`
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`
  if (schema.enum) return html`${choices(schema.enum)}`
  const options = schema.anyOf ?? schema.oneOf
  if (options) return joined(options.map(typeOf), ' | ')
  if (schema.allOf) return joined(schema.allOf.map(typeOf), ' & ')
  return joined(
    typesOf(schema).map((type) => ofType(type, schema)),
    ' | ',
  )
}

const typesOf = ({ type }: oas31.SchemaObject): readonly string[] => (type === undefined ? ['any'] : [type].flat())

function ofType(type: string, { items, additionalProperties, format }: oas31.SchemaObject): Html {
  if (type === 'array') return html`${items ? typeOf(items) : 'any'}[]`
  if (type === 'object' && typeof additionalProperties === 'object') return html`{ [name]: ${typeOf(additionalProperties)} }`
  return html`${type === 'string' && format ? format : type}`
}

function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, mostChoices).map((value) => JSON.stringify(value))
  const left = values.length - shown.length
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(' | ')
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`
}

/** The constraints of a value besides its type, in words. */
export function boundsOf(schema: Schema): string {
  if (isReference(schema)) return ''
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, default: fallback } = schema
  return [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'entries'),
    range(minimum, maximum, ''),
    pattern === undefined ? '' : `like ${pattern}`,
    fallback === undefined ? '' : `${JSON.stringify(fallback)} when absent`,
  ]
    .filter(Boolean)
    .join(', ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const [from, to] = [least, most].map((bound) => bound?.toLocaleString('en-GB'))
  if (from === undefined && to === undefined) return ''
  const text = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : from === to ? from : `${from} to ${to}`
  return `${text} ${unit}`.trim()
}
