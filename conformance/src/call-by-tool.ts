import { isDeepStrictEqual } from 'node:util'
import { catalogue, errorCodes, type OperationName, type OperationSpec } from '@tandem/contract'
import { type Method, paramsOf, toolParams, tools } from '@tandem/contract/mcp'
import { callTool, post } from '../../packages/server/test/mcp/raw.ts'

/** A call of a tool. */
export type ToolCall = { tool: string; method: string; params: Record<string, unknown> }

/** Methods that change something, by the operation that they call. */
const methodsOf = Map.groupBy(
  Object.entries(tools).flatMap(([tool, { methods }]) =>
    Object.entries(methods).map(([method, binding]) => ({ tool, method, binding: binding as Method })),
  ),
  ({ binding }) => binding.operation,
)

/** The tool call that is equal to the operation with this input; null where no tool accepts all of it. */
export function toolCallOf(name: OperationName, input: Record<string, unknown>): ToolCall | null {
  if (catalogue[name].kind === 'read') return null
  for (const { tool, method, binding } of methodsOf.get(name) ?? []) {
    const taken = binding.special === undefined ? paramsFor(binding, input) : null
    if (taken) return { tool, method, params: taken }
  }
  return null
}

/** Reverses the conversion of parameters by the surface. */
function paramsFor(binding: Method, input: Record<string, unknown>): Record<string, unknown> | null {
  const byOperationName = Object.fromEntries(Object.entries(binding.as ?? {}).map(([param, property]) => [property, param]))
  const grouped = new Set(Object.values(binding.within ?? {}))
  const taken: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(input)) {
    if (value === undefined || isDeepStrictEqual(binding.always?.[property], value)) continue
    if (grouped.has(property)) Object.assign(taken, value)
    else taken[byOperationName[property] ?? property] = value
  }
  const isAlways = Object.entries(binding.always ?? {}).every(([property, value]) => isDeepStrictEqual(input[property], value))
  const known = paramsOf(binding)
  const isWhole = [...known].every(([param, isRequired]) => !isRequired || param in taken)
  const own = new Set(binding.own)
  const entries = Object.entries(taken)
  if (!isAlways || !isWhole || entries.some(([param]) => !known.has(param as never) || own.has(param))) return null
  return Object.fromEntries(entries.map(([param, value]) => [param, value === null && isClearable(param) ? 'none' : value]))
}

const isClearable = (param: string): boolean => (toolParams as Record<string, { clearable?: true }>)[param]?.clearable === true

/** Set on the answer of a tool, which has no headers of its own. */
export const byToolHeader = 'by-tool'

/** Calls the tool. Returns what REST would have answered: the status, and the body as text. */
export async function sendByTool(
  caller: { url: string; headers: Record<string, string> },
  name: OperationName,
  { tool, method, params: given }: ToolCall,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { body, headers } = callTool(tool, { method, params: { ...given, detail: 'detailed' } })
  const answer = await post(caller.url, caller.headers.authorization?.replace('Bearer ', '') ?? null, body, headers)
  const result = answer.body?.result
  // Refused before the tool was reached, such as by a rate limit.
  if (!result) return { status: answer.status, headers: answer.headers, text: JSON.stringify({ error: answer.body?.error?.data }) }
  if (result.isError) return refusalOf(result.content[0].text, answer.headers)
  const { output, status } = catalogue[name] as OperationSpec & { status?: number }
  const isEmpty = output === null || isDeepStrictEqual(result.structuredContent, { done: true })
  const json = new Headers({ 'content-type': 'application/json', [byToolHeader]: tool })
  return { status: isEmpty ? 204 : (status ?? 200), headers: json, text: isEmpty ? '' : JSON.stringify(result.structuredContent) }
}

/** A tool shows the session of a conflict as `current`, outside `details`. */
function refusalOf(text: string, headers: Headers) {
  const { error } = JSON.parse(text) as { error: { code: keyof typeof errorCodes; details?: object; current?: { sessionId?: string } } }
  const session = error.current?.sessionId === undefined ? undefined : { ...error.current, id: error.current.sessionId }
  const details = error.details || session ? { session, ...error.details } : undefined
  return { status: errorCodes[error.code].status, headers, text: JSON.stringify({ error: { ...error, details } }) }
}
