import { isDeepStrictEqual } from 'node:util'
import { catalogue, errorCodes, type InputOf, type OperationName, type OperationSpec, type OutputOf } from '@tandem/contract'
import { sendByTool, toolCallOf } from './call-by-tool.ts'

/** How a scenario reaches the service: a base URL and the headers that say who calls. */
export type Caller = { url: string; headers: Record<string, string> }

export type Success<N extends OperationName> = { ok: true; status: number; body: OutputOf<N>; headers: Headers }
export type Refusal = {
  ok: false
  status: number
  code: keyof typeof errorCodes
  message: string
  details: Record<string, unknown> | undefined
  headers: Headers
}

/** The unchecked bodies and headers of one HTTP exchange. */
type Exchange = { status: number; headers: Headers; text: string }

/** With SCENARIOS_OVER=mcp callers with a token call a tool where one takes the input. */
const prefersTools = process.env.SCENARIOS_OVER === 'mcp'

/**
 * Calls an operation over REST as its catalogue entry binds it, or by a tool. Every answer is checked against the contract: a success against the output
 * schema (an undeclared property fails too), a refusal against the registry of errors.
 */
export async function call<N extends OperationName>(
  caller: Caller,
  name: N,
  input: InputOf<N>,
  headers: Record<string, string> = {},
): Promise<Success<N> | Refusal> {
  const operation = catalogue[name] as OperationSpec
  const isPlain = caller.headers.authorization !== undefined && Object.keys({ ...caller.headers, ...headers }).length === 1
  const byTool = prefersTools && isPlain ? toolCallOf(name, input) : null
  const exchange = await (byTool ? sendByTool(caller, name, byTool) : send(caller, operation, input, headers))
  if (exchange.status >= 400) return refusalOf(name, exchange)
  return { ok: true, status: exchange.status, body: bodyOf(name, operation, exchange) as OutputOf<N>, headers: exchange.headers }
}

async function send(
  caller: Caller,
  operation: OperationSpec,
  input: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Exchange> {
  const [method = 'GET', template = ''] = operation.rest.split(' ')
  const rest = { ...input }
  const path = template.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const inQuery = method === 'GET' || method === 'DELETE'
  const url = inQuery ? `${caller.url}${path}${queryOf(rest)}` : caller.url + path
  const hasFile = Object.values(rest).some((value) => value instanceof File)
  const typed: Record<string, string> = inQuery || hasFile ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url, {
    method,
    headers: { ...typed, ...caller.headers, ...headers },
    body: inQuery ? undefined : hasFile ? formOf(rest) : JSON.stringify(rest),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Inputs with a file are sent as a form. */
function formOf(values: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) form.append(key, value instanceof File ? value : String(value))
  return form
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value !== undefined) query.set(key, String(value))
  return query.size === 0 ? '' : `?${query}`
}

function bodyOf(name: string, operation: OperationSpec, { status, text, headers }: Exchange): unknown {
  if (operation.output === null || status === 204) {
    if (text !== '') throw new Error(`${name} answered ${status} with a body: ${text}`)
    return null
  }
  if (!headers.get('content-type')?.startsWith('application/json')) throw new Error(`${name} answered with ${headers.get('content-type')}`)
  const body: unknown = JSON.parse(text)
  const parsed = operation.output.safeParse(body)
  if (!parsed.success) throw new Error(`${name} answered outside its schema: ${parsed.error.message}\n${text.slice(0, 2000)}`)
  if (!isDeepStrictEqual(parsed.data, body))
    throw new Error(`${name} answered with properties that its schema does not declare: ${text.slice(0, 2000)}`)
  return body
}

function refusalOf(name: string, { status, headers, text }: Exchange): Refusal {
  const { error } = JSON.parse(text) as { error?: { code?: string; message?: string; details?: Record<string, unknown> } }
  const code = error?.code as keyof typeof errorCodes
  if (!error || !(code in errorCodes)) throw new Error(`${name} answered ${status} with no registered error: ${text}`)
  if (errorCodes[code].status !== status)
    throw new Error(`${name} answered ${code} with status ${status}, registered is ${errorCodes[code].status}`)
  if (!error.message || error.message.length < 10) throw new Error(`${name} answered ${code} without a message that says what to do`)
  return { ok: false, status, code, message: error.message, details: error.details, headers }
}
