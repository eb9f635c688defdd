import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { type ToolName, tools } from '@tandem/contract/mcp'
import { inSpan, traceIdOf, traceOf } from '../../../tracing/spans.ts'
import { traceIn } from '../../../tracing/w3c.ts'
import type { McpDeps } from '../deps.ts'
import type { McpCaller } from '../instance.ts'

type Request = { name: ToolName; params: { arguments?: Record<string, unknown> | undefined }; context: ServerContext }

/**
 * Records a tool call in the log, the metrics and its trace: its name, caller, board, duration, and whether it was refused. Never its
 * parameters or its answer. The trace is that in `_meta`, not in the headers: one connection carries many calls.
 */
export function watchCall(
  { log, metrics }: Pick<McpDeps, 'log' | 'metrics'>,
  caller: McpCaller,
  { name, params, context }: Request,
  answer: (traced: McpCaller) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const method = methodOf(name, params.arguments)
  const under = traceIn(context.mcpReq._meta ?? {}) ?? caller.trace
  return inSpan(`tools/call ${name}`, { under, attributes: { 'mcp.method.name': 'tools/call', 'tandem.tool': name } }, async (span) => {
    const startedMs = performance.now()
    const trace = traceOf(span)
    const result = await answer({ ...caller, trace })
    const tookMs = performance.now() - startedMs
    const refused = result.isError === true
    metrics.toolCalls(name, method ?? 'none', refused ? 'refused' : 'ok').add()
    metrics.toolSeconds(name).observe(tookMs / 1_000)
    span.setAttributes({ 'tandem.tool.method': method, 'tandem.outcome': refused ? 'refused' : 'ok' })
    const { principal, request } = caller
    const about = { reqId: request.id, actorId: principal.actorId, credentialId: principal.credential.id, boardId: request.boardId }
    log.info({ tool: name, method, ...about, durationMs: Math.round(tookMs), refused, ...traceIdOf(trace) }, 'tool call')
    return result
  })
}

/** Only the name of an existing method: any other value is text of the caller. */
function methodOf(name: ToolName, given: Record<string, unknown> | undefined): string | undefined {
  const method = given?.method
  return typeof method === 'string' && Object.hasOwn(tools[name].methods, method) ? method : undefined
}
