import { type Method, type Param, paramsOf, type Tool } from './binding.ts'
import { type ParamName, params } from './params.ts'

/** JSON Schema as it is published: flat, closed, each property described once. */
type Json = string | boolean | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }
export type PublishedSchema = { type: 'object'; properties: JsonObject; required?: string[]; additionalProperties: false }

export type PublishedTool = {
  name: string
  title: string
  description: string
  inputSchema: PublishedSchema
  outputSchema: { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint?: false; idempotentHint: boolean; openWorldHint: false }
}

const types: Record<Param['kind'], JsonObject> = {
  text: { type: 'string' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  plan: { type: 'array', items: { type: 'string' } },
  object: { type: 'object' },
}

/** Taken by every method that reads, or that writes: said without naming them. */
const mostOfThem = 0.6
const everywhere = new Set<string>(['detail', 'clientMutationId'])

/** Without `icons`: as the protocol has them they are bytes in the list, and nine would cost a model more than all that they stand beside. */
export function publishedTool(name: string, tool: Tool): PublishedTool {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.flat ? flatSchema(tool) : methodSchema(tool),
    outputSchema: { type: 'object' },
    annotations: tool.reads
      ? { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  }
}

function methodSchema(tool: Tool): PublishedSchema {
  const method = { type: 'string', enum: Object.keys(tool.methods), description: 'act' }
  const inner = closed(propertiesOf(tool), [])
  return closed({ method, params: { ...inner, description: '| takers, * must' } }, ['method'])
}

function flatSchema(tool: Tool): PublishedSchema {
  const required = Object.values(tool.methods).flatMap((method) => [...paramsOf(method)].flatMap(([name, must]) => (must ? [name] : [])))
  return closed(propertiesOf(tool), required)
}

function closed(properties: JsonObject, required: string[]): PublishedSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

function propertiesOf(tool: Tool): JsonObject {
  const takers = new Map<string, string[]>()
  for (const [name, method] of Object.entries<Method>(tool.methods)) {
    for (const [param, must] of paramsOf(method)) takers.set(param, [...(takers.get(param) ?? []), must ? `${name}*` : name])
  }
  const count = Object.keys(tool.methods).length
  return Object.fromEntries(
    [...takers].map(([param, methods]) => [param, propertyOf(param, tool.flat ? '' : suffixOf(param, methods, count))]),
  )
}

/** Who takes it; what most methods take is not worth naming them, and a refusal says what each takes. */
function suffixOf(param: string, takers: readonly string[], count: number): string {
  if (everywhere.has(param)) return ''
  if (takers.length < count * mostOfThem) return takers.join(' ')
  return takers.every((taker) => taker.endsWith('*')) ? 'most*' : 'most'
}

function propertyOf(name: string, takers: string): JsonObject {
  const { kind, about, choices, clearable }: Param = params[name as ParamName]
  const description = [about, takers].filter(Boolean).join(' | ') || name
  // `none` is no number: as a text it can be either.
  return { ...types[kind === 'number' && clearable ? 'text' : kind], ...(choices && { enum: [...choices] }), description }
}
