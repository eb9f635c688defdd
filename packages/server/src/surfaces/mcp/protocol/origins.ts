import { refusal } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../../config/derived.ts'
import type { Config } from '../../../config.ts'
import { mcpOrigin } from '../../http/addresses.ts'

/** Refuses pages of other origins; for an allowed one sets the headers of CORS. Throws forbidden. */
export function admitOrigin(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (origin === undefined) return
  if (!isAllowed(config, request, origin)) throw refusal('mcpOrigin')
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    'cross-origin-resource-policy': 'cross-origin',
  })
}

const exposed = 'WWW-Authenticate, Retry-After, MCP-Protocol-Version, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'
const methods = 'POST, GET, DELETE'
const headers =
  'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, Traceparent, Tracestate'

export const answerPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .headers({ 'access-control-allow-methods': methods, 'access-control-allow-headers': headers, 'access-control-max-age': 600 })
    .status(204)
    .send()

function isAllowed(config: Config, request: FastifyRequest, origin: string): boolean {
  const { MCP_ALLOWED_ORIGINS, PUBLIC_URL } = config
  if (MCP_ALLOWED_ORIGINS.includes('*') || MCP_ALLOWED_ORIGINS.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { origin: parsed, hostname } = new URL(origin)
  if ([mcpOrigin(config, request), PUBLIC_URL].some((own) => own !== undefined && new URL(own).origin === parsed)) return true
  // Tools on the same machine, such as an inspector, as long as the service is for this machine.
  return PUBLIC_URL === undefined && config.MCP_PUBLIC_URL === undefined && isLoopback(hostname)
}
