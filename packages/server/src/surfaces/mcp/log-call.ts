import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { type ToolName, tools } from '@tandem/contract/mcp'
import type { Principal } from '../../kernel/principal.ts'
import { traceparentIn } from '../rest/request-id.ts'
import type { McpDeps } from './deps.ts'

type Request = { name: ToolName; params: { arguments?: Record<string, unknown> | undefined }; context: ServerContext }

/** One line per tool call: what was called, by whom, how long it took. Never what was sent or answered. */
export async function logCall(
  { log }: McpDeps,
  principal: Principal,
  { name, params, context }: Request,
  answer: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const startedMs = performance.now()
  const result = await answer()
  const { method } = params.arguments ?? {}
  log.info(
    {
      tool: name,
      method: typeof method === 'string' && Object.hasOwn(tools[name].methods, method) ? method : undefined,
      ...{ actorId: principal.actorId, credentialId: principal.credential.id },
      ...{ durationMs: Math.round(performance.now() - startedMs), refused: result.isError === true },
      traceparent: traceparentIn((context.mcpReq._meta as { traceparent?: unknown } | undefined)?.traceparent),
    },
    'tool call',
  )
  return result
}
