import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { TandemError } from '@tandem/contract'
import { type ToolName, toolNames } from '@tandem/contract/mcp'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Caller } from '../../kernel/kernel.ts'
import type { McpDeps } from './deps.ts'
import { instructions } from './guides/instructions.ts'
import { createRequestContext, type RequestContext } from './request-context.ts'
import { complete } from './resources/completions.ts'
import { getPrompt, listedPrompts } from './resources/prompts.ts'
import { listResources, readResource, templates } from './resources/resources.ts'
import { callTool } from './tools/call-tool.ts'
import { visibleTools } from './tools/visible.ts'
import { watchCall } from './tools/watch-call.ts'

/**
 * `request` = the one that the call came with: its id, and the board that it turns out to be about, for the log. `prefersDryRun` = it asks
 * by a header that its tool call is tried only.
 */
export type McpCaller = Caller & { principal: Principal; request: { id: string; boardId?: string }; prefersDryRun: boolean }

/** Makes what answers one request. */
export type CreateInstance = typeof createInstance

const { version } = packageJson
/** A server of 2025-03-26 must take batches, and one message is one request here. Its clients are offered the latest revision with `initialize`. */
const revisions = SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision !== '2025-03-26')
const ttlMs = 300_000
const own = { ttlMs, cacheScope: 'private' } as const
/** The lists stay the same until the next release: a client needs no stream for them. */
const fixed = { listChanged: false } as const
const current = { ttlMs: 0, cacheScope: 'private' } as const
const cacheHints = {
  'server/discover': { ttlMs, cacheScope: 'public' },
  'tools/list': own,
  'prompts/list': own,
  'resources/templates/list': own,
  'resources/list': current,
  'resources/read': current,
} as const

/**
 * An MCP server that answers one request of a client, of either era. Only the newer era has streams for notifications of changes: older
 * clients poll. Specification: service §7.
 */
export function createInstance(deps: McpDeps, caller: McpCaller, how: { era: 'legacy' | 'modern'; closing: AbortSignal }): McpServer {
  const resources = { ...fixed, subscribe: how.era === 'modern' }
  const mcp = new McpServer(
    { name: 'tandem', title: 'Tandem', version },
    {
      instructions,
      cacheHints,
      capabilities: { tools: fixed, resources, prompts: fixed, completions: {} },
      supportedProtocolVersions: revisions,
    },
  )
  const { server } = mcp
  const contextFor = (context: ServerContext, by = caller) => requestContextOf(deps, by, how.closing, context)

  server.setRequestHandler('tools/list', () => ({ tools: visibleTools(caller.principal) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params
    if (!isTool(name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool with that name. There are: ${toolNames.join(', ')}`)
    return watchCall(deps, caller, { name, params, context }, (traced) => callTool(contextFor(context, traced), name, params.arguments))
  })
  server.setRequestHandler('resources/list', async (_request, context) => withProtocolErrors(() => listResources(contextFor(context))))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }))
  server.setRequestHandler('resources/read', async ({ params }, context) =>
    withProtocolErrors(() => readResource(contextFor(context), params.uri), params.uri),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts }))
  server.setRequestHandler('prompts/get', async ({ params }, context) =>
    withProtocolErrors(() => getPrompt(contextFor(context), params.name, params.arguments)),
  )
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const values = await withProtocolErrors(() => complete(contextFor(context), params.argument))
    return { completion: { values, total: values.length, hasMore: false } }
  })
  return mcp
}

const isTool = (name: string): name is ToolName => (toolNames as readonly string[]).includes(name)

function requestContextOf(deps: McpDeps, caller: McpCaller, closing: AbortSignal, { mcpReq }: ServerContext): RequestContext {
  const token = mcpReq._meta?.progressToken
  const signal = AbortSignal.any([mcpReq.signal, closing])
  if (token === undefined) return createRequestContext(deps, caller, { signal })
  const progress: RequestContext['progress'] = (seconds, of) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress: seconds, total: of } }).catch(() => {})
  return createRequestContext(deps, caller, { signal, progress })
}

/** A refusal as an error of the protocol; codes of our own are those of HTTP, outside the range that it reserves. */
async function withProtocolErrors<T>(ask: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof TandemError)) throw error
    if (uri !== undefined && error.code === 'not_found') throw new ResourceNotFoundError(uri)
    const { message, ...data } = error.envelope().error
    throw new ProtocolError(error.status, message, data)
  }
}
