import { catalogue, TandemError } from '@tandem/contract'
import { type Method, type Param, type ParamName, paramsOf, type Tool, type ToolName, toolParams, tools } from '@tandem/contract/mcp'
import { problemIn } from '../../http/body.ts'
import { refuseManyValues } from '../../http/body-size.ts'
import { nearest } from './nearest.ts'

/** A parsed tool call. Parameters are read leniently; one that cannot be read is refused with the accepted forms. */
export type Call = {
  tool: ToolName
  method: string
  binding: Method
  params: Record<string, unknown>
  detailed: boolean
  /** Whether it is a dry run. */
  dryRun: boolean
  /** The error of the parameters: reported only after the caller is found to be allowed the call. */
  problem: TandemError | null
}

type Given = Record<string, unknown>

/**
 * `prefersDryRun`: a call that writes is a dry run, whatever its parameters say. Throws validation when no method is named. Specification:
 * decisions §1 (unknown keys are refused, the nearest known one is named).
 */
export function understand(tool: ToolName, given: unknown, { prefersDryRun }: { prefersDryRun: boolean }): Call {
  const about: Tool = tools[tool]
  const { method: named, params } = about.flat ? flatCall(about, given) : methodCall(tool, about, given)
  const { several } = about.methods[named] as Method
  const method = several && params[several.param] !== undefined ? several.method : named
  const binding = about.methods[method] as Method
  const name = about.flat && isFirst(about, method) ? tool : `${tool}.${method}`
  const { read, problem } = checked(name, binding, flattened(binding, params))
  const { detail, dryRun, ...rest } = read
  const isKnown = detail === undefined || detail === 'concise' || detail === 'detailed'
  const unfit = isKnown ? null : refusal('params.detail must be concise or detailed')
  const isTried = dryRun === true || (prefersDryRun && catalogue[binding.operation].kind === 'mutation')
  return { tool, method, binding, params: rest, detailed: detail === 'detailed', dryRun: isTried, problem: problem ?? unfit }
}

function methodCall(tool: ToolName, about: Tool, given: unknown): { method: string; params: Given } {
  const { method, params, ...hoisted } = objectIn(given, 'arguments')
  const known = Object.keys(about.methods)
  if (typeof method !== 'string') throw refusal(`${tool} needs method, one of: ${known.join(', ')}`)
  if (!Object.hasOwn(about.methods, method))
    throw refusal(`unknown method ${quoted(method)}; ${tool} has: ${known.join(', ')}${meant(method, known)}`)
  return { method, params: { ...hoisted, ...objectIn(params, 'params') } }
}

/** Some clients send `method` and `params` to every tool alike. */
function flatCall(about: Tool, given: unknown): { method: string; params: Given } {
  const { method: named, params, ...top } = objectIn(given, 'arguments')
  const [first = ''] = Object.keys(about.methods)
  const method = typeof named === 'string' && Object.hasOwn(about.methods, named) ? named : first
  return { method, params: { ...top, ...objectIn(params, 'params') } }
}

const isFirst = (about: Tool, method: string): boolean => Object.keys(about.methods)[0] === method

/** Clients are known to send nested objects as text. */
function objectIn(value: unknown, where: string): Given {
  if (value === undefined || value === null || value === '') return {}
  const read = typeof value === 'string' ? parsed(value) : value
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw refusal(`${where} must be a JSON object`)
  return read as Given
}

/** Objects that REST takes, such as `usage`, are parameters of their own here: both are read. */
function flattened({ within = {} }: Method, given: Given): Given {
  const outer = new Set(Object.values(within))
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (outer.has(key) ? Object.entries(objectIn(value, `params.${key}`)) : [[key, value]])),
  )
}

/** The parameters that can be read, and the first problem. */
function checked(name: string, binding: Method, given: Given): { read: Given; problem: TandemError | null } {
  const takes = paramsOf(binding)
  const accepts = acceptsOf(binding, takes)
  const read: Given = {}
  const problems: TandemError[] = []
  for (const [key, value] of Object.entries(given)) {
    // A read has nothing to repeat, and nothing to try.
    if ((key === 'clientMutationId' || key === 'dryRun') && !takes.has(key)) continue
    try {
      const param = paramIn({ name, takes, accepts }, key, value)
      if (param !== undefined) read[key] = param
    } catch (error) {
      if (!(error instanceof TandemError)) throw error
      problems.push(error)
    }
  }
  const missing = [...takes].filter(([key, must]) => must && read[key] === undefined).map(([key]) => `params.${key}`)
  if (missing.length > 0) problems.push(refusal(`${name} needs ${missing.join(' and ')}. ${accepts}`))
  return { read, problem: problems[0] ?? null }
}

type Taken = { name: string; takes: ReadonlyMap<string, boolean>; accepts: string }

function paramIn({ name, takes, accepts }: Taken, key: string, value: unknown): unknown {
  if (key !== 'detail' && !takes.has(key))
    throw refusal(`${name} does not take ${quoted(key)}${meant(key, [...takes.keys()]) || '.'} ${accepts}`)
  return readParam(key, toolParams[key as ParamName], value)
}

function acceptsOf({ several }: Method, takes: ReadonlyMap<string, boolean>): string {
  const keys = [...takes].map(([key, must]) => (must ? `${key}*` : key))
  return `Accepts: ${keys.join(', ')}${several ? `. With params.${several.param} it is ${several.method}` : ''}`
}

const readers: Record<Param['kind'], (value: unknown) => unknown> = {
  text: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  number: (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  flag: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  texts: (value) => (typeof value === 'string' ? textsIn(value) : value),
  plan: (value) => {
    const steps = typeof value === 'string' ? parsed(value) : value
    return Array.isArray(steps) ? steps.map(stepIn) : steps
  },
  questions: (value) => {
    const questions = typeof value === 'string' ? parsed(value) : value
    return Array.isArray(questions) ? questions.map(questionIn) : questions
  },
  object: (value) => (typeof value === 'string' ? parsed(value) : value),
}

const fits: Record<Param['kind'], [(value: unknown) => boolean, string]> = {
  text: [(value) => typeof value === 'string', 'a text'],
  number: [(value) => typeof value === 'number' && Number.isFinite(value), 'a number'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
  texts: [(value) => Array.isArray(value) && value.every((text) => typeof text === 'string'), 'a list of texts'],
  plan: [Array.isArray, 'a list of steps'],
  questions: [Array.isArray, 'a list of questions'],
  object: [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'a JSON object'],
}

function readParam(key: string, param: Param, given: unknown): unknown {
  if (given === undefined || (given === null && !param.clearable)) return undefined
  if (param.clearable && (given === null || given === 'none')) return null
  const value = readers[param.kind](given)
  const [does, what] = fits[param.kind]
  if (!does(value)) throw refusal(`params.${key} must be ${what}`)
  if (param.choices && !param.choices.includes(String(value))) throw refusal(`params.${key} must be one of: ${param.choices.join(', ')}`)
  return value
}

function textsIn(value: string): unknown {
  return value.trim().startsWith('[')
    ? parsed(value)
    : value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
}

const marks: Record<string, string> = { ' ': 'pending', '~': 'in_progress', x: 'done', X: 'done', '-': 'skipped' }

/** `[x] step`, as in a task list of Markdown, or the object that REST takes. */
function stepIn(step: unknown): unknown {
  if (typeof step !== 'string') return step
  const [, mark = ' ', text = step] = /^\s*(?:-\s+)?\[([ ~xX-])\]\s*(.*)$/s.exec(step) ?? []
  return { text, status: marks[mark] }
}

/** `Which one? [red | blue]`, `Ship it? [approval]`, or the object that REST takes. */
function questionIn(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const [, question = given, choices = ''] = /^(.*?)\s*\[([^\][]*)\]\s*$/s.exec(given) ?? []
  const options = choices
    .split('|')
    .map((option) => option.trim())
    .filter(Boolean)
  if (options.length === 1 && options[0] === 'approval') return { question, kind: 'approval' }
  return options.length > 1 ? { question, options } : { question: given }
}

/** Text is JSON only here: it is held to the rules that the message around it has passed. Throws validation. */
function parsed(text: string): unknown {
  const value = jsonIn(text)
  const problem = typeof value === 'object' && value !== null ? problemIn(value) : null
  if (problem !== null) throw problem
  return value
}

function jsonIn(text: string): unknown {
  refuseManyValues(Buffer.from(text))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const quoted = (word: string): string => JSON.stringify(word.slice(0, 60))

function meant(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  return near === null ? '' : `. Did you mean ${near}?`
}

const refusal = (message: string): TandemError => new TandemError('validation', message, { reason: 'callUnfit' })
