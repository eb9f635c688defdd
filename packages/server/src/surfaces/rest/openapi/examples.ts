import { exampleOf } from '@tandem/contract/examples'
import type { oas31 } from 'zod-openapi'
import type { Described } from './document.ts'
import { createSampler } from './sample.ts'

type Values = Record<string, unknown>

/** Gives each operation the example that the contract has of it, and each event a sample of its schema. */
export function addExamples(document: oas31.OpenAPIObject, described: readonly Described[]): void {
  for (const { name, binding } of described) {
    const shown = document.paths?.[binding.url]?.[lower(binding.method)]
    const example = exampleOf(name)
    if (!shown || !example) continue
    for (const parameter of shown.parameters ?? []) if ('in' in parameter) addToParameter(parameter, example.input)
    if (shown.requestBody && 'content' in shown.requestBody) addToBody(shown.requestBody, example.input)
    for (const [status, response] of Object.entries(shown.responses ?? {})) {
      if (status.startsWith('2')) addToAnswer(response as oas31.ResponseObject, example.output)
    }
  }
  const sample = createSampler(document.components?.schemas ?? {})
  for (const event of Object.values(document.webhooks ?? {})) {
    const body = 'post' in event ? event.post?.requestBody : undefined
    const json = body && 'content' in body ? body.content['application/json'] : undefined
    if (json) json.example = sample(json.schema, 'body', 'required')
  }
}

const lower = (method: string) => method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'

function addToParameter(parameter: oas31.ParameterObject, given: Values): void {
  fitQuery(parameter)
  const value = given[parameter.name]
  if (value !== undefined) parameter.example = value
}

/** A flag counts as set without a value; a record takes one parameter for each key. */
function fitQuery(parameter: oas31.ParameterObject): void {
  const { schema } = parameter
  if (parameter.in !== 'query' || !schema || '$ref' in schema) return
  if (schema.type === 'boolean') parameter.allowEmptyValue = true
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    parameter.name = `${parameter.name}.{id}`
    parameter.schema = schema.additionalProperties
  }
}

/** A file is shown by its name, as curl takes it. */
function addToBody(body: oas31.RequestBodyObject, given: Values): void {
  const hasFile = Object.values(given).some((value) => value instanceof File)
  const media = body.content[hasFile ? 'multipart/form-data' : 'application/json']
  if (!media?.schema) return
  const shown = Object.entries(given).map(([name, value]) => [name, value instanceof File ? `@${value.name}` : value])
  media.example = pick(Object.fromEntries(shown), media.schema)
}

/** The part of the flat example that is sent in the body: without the parameters of the path. */
function pick(given: Values, schema: oas31.SchemaObject | oas31.ReferenceObject): Values {
  const known = 'properties' in schema ? (schema.properties ?? {}) : {}
  const open = 'additionalProperties' in schema && schema.additionalProperties !== undefined
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in known || (open && !name.endsWith('Id'))))
}

function addToAnswer(answer: oas31.ResponseObject, given: unknown): void {
  const json = answer.content?.['application/json']
  if (json) json.example = given
}
