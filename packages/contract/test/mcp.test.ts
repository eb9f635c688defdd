import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { catalogue, type OperationName, type OperationSpec, operationNames } from '../src/index.ts'
import { type Method, paramsOf, publishedTools, type Tool, toolNames, toolParams, tools, whyLeftOut } from '../src/mcp/index.ts'

const mostTokens = 4_000
const longestDescription = 300

const methods = toolNames.flatMap((tool) =>
  Object.entries<Method>(tools[tool].methods).map(([name, binding]) => ({ called: `${tool}.${name}`, tool: tools[tool] as Tool, binding })),
)
const bound = new Set<OperationName>(methods.map(({ binding }) => binding.operation))

describe('the tools', () => {
  test('cost a model no more than it is worth', () => {
    expect(encode(JSON.stringify({ tools: publishedTools })).length).toBeLessThanOrEqual(mostTokens)
    for (const { description } of publishedTools) expect(description.length).toBeLessThanOrEqual(longestDescription)
  })

  test('bind every operation that an agent may do, and say of each other why not', () => {
    for (const name of operationNames) {
      const why = whyLeftOut(name)
      expect(`${name}: ${bound.has(name) ? 'bound' : 'left out'}`).toBe(`${name}: ${why === undefined ? 'bound' : 'left out'}`)
    }
  })

  test('reach no member, invitation, token, webhook, agent, integration, rule, export or import', () => {
    const never =
      /^(member|invitation|token|webhook|actorWebhook|agent|integration|integrationType|personLink|rule|import|auth|admin|oauth)\.|^board\.(im|ex)port$/
    expect([...bound].filter((name) => never.test(name))).toEqual([])
  })

  test('that read bind reads alone, and those that write mutations alone', () => {
    for (const { called, tool, binding } of methods) {
      const { kind } = catalogue[binding.operation] as OperationSpec
      expect([called, kind]).toEqual([called, tool.reads && !binding.writes ? 'read' : 'mutation'])
    }
    for (const { name, annotations } of publishedTools) {
      const tool: Tool = tools[name as keyof typeof tools]
      const reads = tool.reads && !Object.values(tool.methods).some(({ writes }) => writes)
      expect(annotations).toMatchObject({ readOnlyHint: reads, openWorldHint: false })
      if (!reads) expect(annotations.destructiveHint).toBe(false)
    }
  })

  test.each(methods)('$called takes what its operation takes, and all that it must', ({ binding }) => {
    const { shape } = (catalogue[binding.operation] as OperationSpec).input
    const own = new Set(['detail', 'dryRun', ...(binding.inSession ? ['sessionId', 'generation'] : []), ...(binding.own ?? [])])
    const given = [...paramsOf(binding)]
      .filter(([name]) => !own.has(name))
      .map(([name, must]) => [binding.within?.[name] ?? binding.as?.[name] ?? name, must] as const)
    for (const [key] of given) expect(Object.keys(shape)).toContain(key)
    const needed = Object.entries(shape)
      .filter(([, type]) => !type.safeParse(undefined).success)
      .map(([key]) => key)
    const known = new Set([...given.flatMap(([key, must]) => (must ? [key] : [])), ...Object.keys(binding.always ?? {})])
    for (const key of needed) expect(known).toContain(key)
  })

  test('take no parameter that is not described, and describe none that none takes', () => {
    const taken = new Set(methods.flatMap(({ binding }) => [...paramsOf(binding).keys()]))
    expect([...taken].toSorted()).toEqual(Object.keys(toolParams).toSorted())
  })
})

describe('the published schemas', () => {
  const nodes = publishedTools.flatMap(({ name, inputSchema, outputSchema }) => [...walk(name, inputSchema), ...walk(name, outputSchema)])

  test('hold nothing that a client is known to stumble over', () => {
    const forbidden = ['$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'const', 'patternProperties', 'nullable']
    for (const { path, node } of nodes) {
      expect([path, Object.keys(node).filter((key) => forbidden.includes(key))]).toEqual([path, []])
      if ('type' in node) expect([path, typeof node.type]).toEqual([path, 'string'])
    }
  })

  test('are closed objects, but for the payload of a log', () => {
    for (const { path, node } of nodes) {
      if (node.type !== 'object' || path.endsWith('.payload') || !('properties' in node)) continue
      expect([path, node.additionalProperties]).toEqual([path, false])
    }
    const open = nodes.filter(({ node, path }) => node.type === 'object' && !('properties' in node) && path.split('.').length > 1)
    expect(open.map(({ path }) => path)).toEqual(['session_write.params.payload'])
  })

  test('describe every parameter', () => {
    for (const { path, node } of nodes) {
      // Each tool with methods has these two; a description would cost tokens and say nothing.
      for (const [key, property] of Object.entries((node.properties ?? {}) as Record<string, { description?: string }>))
        if (!['method', 'params'].includes(key))
          expect(`${path}.${key}: ${property.description ?? 'not described'}`).not.toMatch(/not described$|: $/)
    }
  })
})

type Node = Record<string, unknown>

function* walk(path: string, node: Node): Generator<{ path: string; node: Node }> {
  yield { path, node }
  for (const [key, property] of Object.entries((node.properties ?? {}) as Record<string, Node>)) yield* walk(`${path}.${key}`, property)
  if (typeof node.items === 'object' && node.items !== null) yield* walk(`${path}[]`, node.items as Node)
}
