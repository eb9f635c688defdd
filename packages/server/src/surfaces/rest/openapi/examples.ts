import type { oas31 } from 'zod-openapi'
import type { Described } from './document.ts'
import { createSampler, type Sampler } from './sample.ts'

type Values = Record<string, unknown>

/** Gives each parameter, request and answer an example: that of the catalogue, else a sample of its schema. */
export function addExamples(document: oas31.OpenAPIObject, described: readonly Described[]): void {
  const sample = createSampler(document.components?.schemas ?? {})
  for (const { operation, binding } of described) {
    const shown = document.paths?.[binding.url]?.[lower(binding.method)]
    if (!shown) continue
    const given = operation.example?.input
    for (const parameter of shown.parameters ?? []) if ('in' in parameter) addToParameter(parameter, given, sample)
    if (shown.requestBody && 'content' in shown.requestBody) addToBody(shown.requestBody, given, sample)
    for (const [status, response] of Object.entries(shown.responses ?? {})) {
      if (status.startsWith('2')) addToAnswer(response as oas31.ResponseObject, operation.example?.output, sample)
    }
  }
  for (const event of Object.values(document.webhooks ?? {})) {
    const body = 'post' in event ? event.post?.requestBody : undefined
    if (body && 'content' in body) addToBody(body, undefined, sample)
  }
}

const lower = (method: string) => method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'

function addToParameter(parameter: oas31.ParameterObject, given: Values | undefined, sample: Sampler): void {
  fitQuery(parameter)
  const value = given?.[parameter.name]
  if (value !== undefined) parameter.example = value
  else if (parameter.required) parameter.example = sample(parameter.schema, parameter.name)
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

function addToBody(body: oas31.RequestBodyObject, given: Values | undefined, sample: Sampler): void {
  const json = body.content['application/json']
  if (!json?.schema) return
  json.example = given ? pick(given, json.schema) : sample(json.schema, 'body', 'required')
}

/** The part of the flat example that travels in the body: not what stands in the path. */
function pick(given: Values, schema: oas31.SchemaObject | oas31.ReferenceObject): Values {
  const known = 'properties' in schema ? (schema.properties ?? {}) : {}
  const open = 'additionalProperties' in schema && schema.additionalProperties !== undefined
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in known || (open && !name.endsWith('Id'))))
}

function addToAnswer(answer: oas31.ResponseObject, given: unknown, sample: Sampler): void {
  const json = answer.content?.['application/json']
  if (json?.schema) json.example = given ?? sample(json.schema, 'answer')
}
