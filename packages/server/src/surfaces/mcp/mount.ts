import { toNodeHandler } from '@modelcontextprotocol/node'
import { refusal } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, prefersDryRun } from '../http/caller.ts'
import { admitAgain } from '../http/credentials.ts'
import type { McpDeps } from './deps.ts'
import { type CreateInstance, createInstance, type McpCaller } from './instance.ts'
import { parseMessage } from './protocol/body.ts'
import { createEndpoint } from './protocol/endpoint.ts'
import { gate } from './protocol/gate.ts'
import type { Message } from './protocol/message.ts'
import { answerRefusal, NotJson } from './protocol/refusals.ts'
import { missingScope, refuseScope } from './protocol/step-up.ts'

const bodyLimitBytes = 4_194_304

/** The endpoint of the MCP surface, on the server of REST or on one of its own. Specification: service §1, §4 and §7, decisions §6. */
export function mountMcp(app: FastifyInstance, deps: McpDeps, create: CreateInstance = createInstance): void {
  const endpoint = createEndpoint(deps, create)
  // Streams would keep the server open.
  app.addHook('preClose', () => endpoint.close())
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, parseMessage)
    scope.setErrorHandler(answerRefusal(deps.config))
    scope.addHook('onRequest', gate(deps))
    scope.addHook('preHandler', (request) => admitAgain(deps, request))
    scope.route({
      // Unsupported methods too: a client that tries one learns where to get a token.
      method: ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/mcp',
      bodyLimit: bodyLimitBytes,
      handler: async (request, reply) => {
        if (request.method !== 'POST') return refuseMethod(reply)
        const message = messageIn(request.body)
        const caller = mcpCallerOf(request)
        const missing = missingScope(caller.principal, message)
        if (missing) return refuseScope(deps.config, request, reply, caller.principal, missing)
        endpoint.admit(caller.principal, message)
        return answer(request, reply, (webRequest) => endpoint.answer(caller, webRequest, message))
      },
    })
  })
}

/** Batches belong to revision 2025-03-26, which is not offered. One message is one request, and is counted as one. */
function messageIn(body: unknown): Message {
  if (body === null) throw new NotJson()
  if (typeof body !== 'object' || Array.isArray(body)) throw refusal('mcpBatch')
  return body
}

function mcpCallerOf(request: FastifyRequest): McpCaller {
  const { principal } = request
  if (!principal) throw refusal('mcpToken')
  return { ...callerOf(request), principal, request, prefersDryRun: prefersDryRun(request) }
}

function refuseMethod(reply: FastifyReply): FastifyReply {
  const message = 'Send messages with POST. There are no sessions and no stream to GET: subscriptions/listen is a POST too.'
  return reply
    .status(405)
    .header('allow', 'POST')
    .send({ jsonrpc: '2.0', id: null, error: { code: 405, message } })
}

async function answer(request: FastifyRequest, reply: FastifyReply, fetch: (webRequest: Request) => Promise<Response>): Promise<void> {
  // Clients leave one of the two out, and the older era would refuse them.
  request.raw.headers.accept = 'application/json, text/event-stream'
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  await toNodeHandler({ fetch }, { onerror: (error) => request.log.error({ err: error }, 'MCP could not be answered') })(
    request.raw,
    reply.raw,
    request.body,
  )
}
