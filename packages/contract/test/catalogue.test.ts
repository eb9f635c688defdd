import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue, errorCodes, type OperationSpec, operationNames, plainScopes, verbNames } from '../src/index.ts'

/** Paths with a literal where another has a parameter: the router prefers the literal, and no id or key equals it. */
const literalFirst = new Set(['card.getByKey', 'session.mine'])

/**
 * POSTs that act on existing records: 200 with the record, or 204. Every other POST creates and answers 201, or 202 if the work continues
 * afterwards.
 */
const actsOnly = new Set([
  'agent.settleRequest',
  'answerLink.use',
  'auth.login',
  'auth.logout',
  'auth.password',
  'auth.forgot',
  'auth.reset',
  'session.heartbeat',
  'invitation.accept',
  'invitation.acceptMine',
  'notification.read',
  'notification.readAll',
  'personLink.claim',
  'personLink.confirm',
  'pushDevice.test',
  'card.review',
  'session.post',
  'session.answer',
  'session.start',
  'session.stop',
  'session.undo',
  'session.update',
  'webhook.redeliver',
  'webhook.ping',
  'webhook.replay',
])

/** Reads with a body: the result is computed from it. */
/** A heartbeat, sent as often as every few seconds. */
const withoutTrace = new Set(['session.heartbeat'])
const asksByPost = new Set(['rule.test', 'rule.rehearse'])

const operations: [string, OperationSpec][] = operationNames.map((name) => [name, catalogue[name]])
const reads = operations.filter(([, operation]) => operation.kind === 'read')
const mutations = operations.filter(([, operation]) => operation.kind === 'mutation')

function binding(operation: OperationSpec): { method: string; segments: string[]; parameters: string[] } {
  const [method = '', path = ''] = operation.rest.split(' ')
  const segments = path.slice(1).split('/')
  return { method, segments, parameters: segments.filter(isParameter).map((segment) => segment.slice(1)) }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

/** Whether some path matches both. */
function collide(one: OperationSpec, other: OperationSpec): boolean {
  const [a, b] = [binding(one), binding(other)]
  if (a.method !== b.method || a.segments.length !== b.segments.length) return false
  return a.segments.every((segment, at) => segment === b.segments[at] || isParameter(segment) || isParameter(b.segments[at] ?? ''))
}

function withPlaceholders(operation: OperationSpec): string {
  const { method, segments } = binding(operation)
  return `${method} ${segments.map((segment) => (isParameter(segment) ? '*' : segment)).join('/')}`
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}

function namesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => (option instanceof z.ZodType ? namesOf(option) : []))
  return []
}

/** Whether an output has the property at a dotted path. */
function hasPath(schema: z.ZodType, path: readonly string[]): boolean {
  const [key, ...rest] = path
  if (key === undefined) return true
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => option instanceof z.ZodType && hasPath(option, path))
  const property: unknown = schema instanceof z.ZodObject ? schema.shape[key] : undefined
  return property instanceof z.ZodType && (rest.length > 0 ? hasPath(property, rest) : property.safeParse(null).success)
}

describe('every operation', () => {
  test('has a summary of one line that no other has', () => {
    const summaries = operations.map(([, operation]) => operation.summary)
    expect(summaries.filter((summary) => !/^[A-Z][^\n]{5,140}[^.\s]$/.test(summary))).toEqual([])
    expect(repeated(summaries)).toEqual([])
  })

  test.each(operations)('%s names the section of the specification that rules', (_, operation) => {
    expect(operation.spec).toMatch(/^(service|decisions|beyond) §\d/)
  })

  test.each(operations)('%s asks for a known scope', (_, { access }) => {
    if ('public' in access || access.scope === undefined) return
    expect(plainScopes).toContain(access.scope)
  })

  test.each(operations)('%s declares known verbs and errors, each once', (_, { records = [], errors = [] }) => {
    expect(verbNames).toEqual(expect.arrayContaining([...records]))
    expect(Object.keys(errorCodes)).toEqual(expect.arrayContaining([...errors]))
    expect(repeated([...records, ...errors])).toEqual([])
  })

  test.each(operations)('%s takes one flat object, whose schema can be published', (_, { input, output }) => {
    expect(input).toBeInstanceOf(z.ZodObject)
    const schema = z.toJSONSchema(input, { io: 'input' })
    expect(schema.type).toBe('object')
    expect(Object.keys(schema)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf)$/)]))
    if (output) expect(() => z.toJSONSchema(output, { io: 'output' })).not.toThrow()
  })

  test.each(operations)('%s takes the parameters of its path, which are required', (_, operation) => {
    const schema = z.toJSONSchema(operation.input, { io: 'input' })
    expect(schema.required ?? []).toEqual(expect.arrayContaining(binding(operation).parameters))
  })

  test.each(operations)('%s takes the id of the target that its access loads', (_, { access, input }) => {
    if ('target' in access) expect(z.toJSONSchema(input, { io: 'input' }).required).toContain(`${access.target}Id`)
  })

  test.each(operations)('%s shows once only what its output has and may withhold', (_, { secrets = [], output }) => {
    for (const path of secrets) expect(output && hasPath(output, path.split('.'))).toBe(true)
  })

  test.each(operations)('%s hands out a secret only by saying so', (_, { secrets = [], output }) => {
    const shown = output ? namesOf(output).filter((name) => /^(token|secret|signingSecret|inviteUrl|ticket)$/.test(name)) : []
    expect(secrets).toEqual(expect.arrayContaining(shown))
  })

  test.each(operations)('%s is paged only when it answers an array, bare or alone in its envelope', (_, { paged, output }) => {
    if (!paged) return
    const [inEnvelope] = output instanceof z.ZodObject ? Object.values(output.shape) : []
    expect(inEnvelope ?? output).toBeInstanceOf(z.ZodArray)
  })
})

describe('bindings', () => {
  test('are of their own, also when parameters have other names', () => {
    expect(repeated(operations.map(([, operation]) => withPlaceholders(operation)))).toEqual([])
  })

  test('match no path of another, except literals that are meant to come first', () => {
    const colliding = operations.flatMap(([name, operation], at) =>
      operations.slice(at + 1).flatMap(([other, another]) => (collide(operation, another) ? [[name, other]] : [])),
    )
    expect(colliding.filter((pair) => !pair.some((name) => literalFirst.has(name)))).toEqual([])
  })

  test.each(operations)('%s has a path of lower-case words and parameters', (_, operation) => {
    expect(operation.rest).toMatch(/^[A-Z]+ (\/([a-z]+(-[a-z]+)*|:[a-z]+([A-Z][a-z]+)*))+$/)
    expect(repeated(binding(operation).parameters)).toEqual([])
  })
})

describe('reads', () => {
  test.each(reads)('%s is a GET that records nothing and answers 200 with something', (name, operation) => {
    expect(binding(operation).method).toBe(asksByPost.has(name) ? 'POST' : 'GET')
    expect(operation.records).toBeUndefined()
    expect(operation.secrets).toBeUndefined()
    expect(operation.status ?? 200).toBe(200)
    expect(operation.output).not.toBeNull()
    expect(operation.input.shape).not.toHaveProperty('clientMutationId')
  })
})

describe('mutations', () => {
  test.each(mutations)('%s is no GET and takes a clientMutationId', (_, operation) => {
    expect(['POST', 'PUT', 'PATCH', 'DELETE']).toContain(binding(operation).method)
    expect(operation.input.shape).toHaveProperty('clientMutationId')
  })

  test.each(mutations)('%s on a board leaves a trace in its log', (name, { access, records = [] }) => {
    expect(records.length > 0 || !('target' in access) || withoutTrace.has(name)).toBe(true)
  })

  test.each(mutations)('%s answers with the status that its method and output promise', (name, operation) => {
    const { method } = binding(operation)
    const status = operation.status ?? (operation.output === null ? 204 : 200)
    expect(operation.output === null).toBe(status === 204)
    if (method === 'DELETE') expect(status).toBe(204)
    if (method === 'PATCH') expect(status).toBe(200)
    if (method === 'PUT') expect([200, 204]).toContain(status)
    if (method === 'POST') expect([201, 202].includes(status)).toBe(!actsOnly.has(name))
  })
})

test('the lists of exceptions name operations that there are, each once', () => {
  expect(operationNames).toEqual(expect.arrayContaining([...actsOnly, ...literalFirst, ...asksByPost]))
})
