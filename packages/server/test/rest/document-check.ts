import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { oas31 } from 'zod-openapi'

/** An answer as it came. */
export type Received = { status: number; headers: Headers; text: string }

/** JSON Schema as the document writes it, with every `$ref` resolved by JSON pointer: `openapi#/…`. */
export function createAjv(document: oas31.OpenAPIObject): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const formats = { uuid: z.guid(), 'date-time': z.iso.datetime({ offset: true }), date: z.iso.date(), email: z.email() }
  for (const [format, schema] of Object.entries(formats)) ajv.addFormat(format, (text: string) => schema.safeParse(text).success)
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('binary', true)
  return ajv.addSchema({ ...document, $id: 'openapi' })
}

/** Checks answers against the document's schema of their operation and status; returns the problem in words, or null. */
export function createDocumentCheck(document: oas31.OpenAPIObject) {
  const ajv = createAjv(document)
  const known = new Set(Object.keys(document.components?.headers ?? {}).map((name) => name.toLowerCase()))

  return (url: string, method: string, answer: Received): string | null => {
    const place = ['paths', url, method.toLowerCase(), 'responses', `${answer.status}`]
    const response = resolve(at(document, place)) as oas31.ResponseObject | undefined
    if (!response) return `the status ${answer.status} is not in the document`
    return problemInHeaders(response, answer.headers) ?? problemInBody(response, pointerOf(place), answer)
  }

  function problemInHeaders(response: oas31.ResponseObject, headers: Headers): string | null {
    const shown = new Map(Object.entries(response.headers ?? {}).map(([name, header]) => [name.toLowerCase(), resolve(header)]))
    for (const [name, value] of headers) {
      if (!known.has(name)) continue
      const header = shown.get(name) as oas31.HeaderObject | undefined
      if (!header) return `the header ${name} is not in the document for this status`
      const isNumber = (header.schema as oas31.SchemaObject).type === 'integer'
      if (!ajv.validate(header.schema ?? {}, isNumber ? Number(value) : value)) return `the header ${name}: ${value} is not as documented`
    }
    return null
  }

  function problemInBody(response: oas31.ResponseObject, pointer: string, { headers, text }: Received): string | null {
    if (!response.content) return text === '' ? null : 'there is a body where the document has none'
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const media = [type, '*/*'].find((known) => response.content?.[known])
    if (media === undefined) return `the content type ${type} is not in the document`
    if (media !== 'application/json') return null
    const validate = ajv.getSchema(`openapi#${encodeURI(pointer)}/content/application~1json/schema`)
    if (validate?.(JSON.parse(text))) return null
    return `the body contradicts its schema: ${ajv.errorsText(validate?.errors)}`
  }

  /** The pointer to the response itself: most refusals are shared. */
  function pointerOf(place: readonly string[]): string {
    const { $ref } = (at(document, place) ?? {}) as { $ref?: string }
    return $ref ? $ref.slice(1) : `/${place.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
  }

  function resolve(value: unknown): unknown {
    const { $ref } = (value ?? {}) as { $ref?: string }
    return $ref === undefined ? value : at(document, $ref.slice(2).split('/'))
  }
}

function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), value)
}
