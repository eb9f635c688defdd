import { type Method, type Param, paramsOf, type Tool } from './binding.ts'
import { type ParamName, params } from './params.ts'

/** The published JSON Schema: flat, closed, each property described once. */
type Json = string | boolean | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }
export type PublishedSchema = { type: 'object'; properties: JsonObject; required?: string[]; additionalProperties: false }

export type PublishedTool = {
  name: string
  title: string
  description: string
  inputSchema: PublishedSchema
  outputSchema: { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint?: false; openWorldHint: false }
}

const types: Record<Param['kind'], JsonObject> = {
  text: { type: 'string' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  plan: { type: 'array', items: { type: 'string' } },
  questions: { type: 'array', items: { type: 'string' } },
  object: { type: 'object' },
}

/** A parameter that at least this share of a tool's methods takes is described without naming them. */
const mostOfThem = 1 / 3
const everywhere = new Set<string>(['detail', 'clientMutationId', 'dryRun'])

/**
 * `idempotentHint` is left out: it says nothing of a tool that only reads, and clients assume false for the others. So are `icons`: the protocol has them as bytes within the list, and nine
 * of them would cost a model more tokens than the rest of the list.
 */
export function publishedTool(name: string, tool: Tool): PublishedTool {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.flat ? flatSchema(tool) : methodSchema(tool),
    outputSchema: { type: 'object' },
    annotations: readsAlone(tool)
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  }
}

const readsAlone = (tool: Tool): boolean => tool.reads && !Object.values(tool.methods).some(({ writes }) => writes)

function methodSchema(tool: Tool): PublishedSchema {
  const method = { type: 'string', enum: Object.keys(tool.methods) }
  return closed({ method, params: closed(propertiesOf(tool), []) }, ['method'])
}

function flatSchema(tool: Tool): PublishedSchema {
  const [first = '', ...others] = Object.keys(tool.methods)
  if (others.length > 0) {
    const method = { type: 'string', enum: [first, ...others], description: `${first} when absent.` }
    return closed({ method, ...propertiesOf(tool) }, [])
  }
  const required = Object.values(tool.methods).flatMap((method) => [...paramsOf(method)].flatMap(([name, must]) => (must ? [name] : [])))
  return closed(propertiesOf(tool), required)
}

function closed(properties: JsonObject, required: string[]): PublishedSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

type Takers = { required: string[]; optional: string[] }

function propertiesOf(tool: Tool): JsonObject {
  const takersOf = new Map<string, Takers>()
  for (const [name, method] of Object.entries<Method>(tool.methods)) {
    for (const [param, must] of paramsOf(method)) {
      const takers = takersOf.get(param) ?? { required: [], optional: [] }
      takers[must ? 'required' : 'optional'].push(name)
      takersOf.set(param, takers)
    }
  }
  const count = Object.keys(tool.methods).length
  return Object.fromEntries(
    [...takersOf].map(([param, takers]) => [param, propertyOf(param, count === 1 ? '' : methodsOf(param, takers, count))]),
  )
}

const isMost = (takers: readonly string[], count: number): boolean =>
  takers.length === count || takers.length >= Math.max(3, count * mostOfThem)

/** The methods that take a parameter. If most do, none is named: a refusal lists the parameters of each. */
function methodsOf(param: string, { required, optional }: Takers, count: number): string {
  if (everywhere.has(param)) return ''
  const isTakenByMost = isMost([...required, ...optional], count)
  const parts = [
    required.length > 0 && !isMost(required, count) ? `Required by ${required.join(', ')}.` : '',
    optional.length > 0 && !isTakenByMost ? `For ${optional.join(', ')}.` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

function propertyOf(name: string, methods: string): JsonObject {
  const { kind, about, choices, clearable }: Param = params[name as ParamName]
  const description = [about, methods].filter(Boolean).join(' ')
  // `none` is no number, so the parameter is a text, which can be either.
  return {
    ...types[kind === 'number' && clearable ? 'text' : kind],
    ...(choices && { enum: [...choices] }),
    ...(description && { description }),
  }
}
