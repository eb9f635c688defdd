import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { Principal } from '../../../kernel/identity/principal.ts'
import type { McpDeps } from '../deps.ts'
import type { CreateInstance, McpCaller } from '../instance.ts'
import { createStreams } from '../resources/streams.ts'
import { answerOlder } from './legacy-era.ts'
import { keepAliveMs, type Message } from './message.ts'
import { createRenewals } from './renewals.ts'

/** Answers messages of both eras of the protocol, each by an instance of its own: nothing is kept from one to the next. */
export type Endpoint = {
  /** Throws rate_limited when the credential has too many streams open. */
  admit(principal: Principal, message: Message): void
  answer(caller: McpCaller, webRequest: Request, message: Message): Promise<Response>
  close(): Promise<void>
}

export function createEndpoint(given: McpDeps, createInstance: CreateInstance): Endpoint {
  const { authenticator, clock } = given
  const deps = { ...given, authenticator: { ...authenticator, renewed: createRenewals(clock, authenticator.renewed) } }
  const ending = new AbortController()
  const closing = ending.signal
  const streams = createStreams(deps, createInstance, closing)
  const onerror = (error: Error) => deps.log.debug({ err: error }, 'an MCP message was refused')

  return {
    admit(principal, { method }) {
      if (method === streams.method) streams.admit(principal)
    },
    async answer(caller, webRequest, message) {
      if (await isLegacyRequest(webRequest, message)) {
        return answerOlder(() => createInstance(deps, caller, { era: 'legacy', closing }), webRequest, { message, onerror })
      }
      if (message.method === streams.method) return streams.open(caller, webRequest, message)
      const handler = createMcpHandler(() => createInstance(deps, caller, { era: 'modern', closing }), {
        legacy: 'reject',
        keepAliveMs,
        onerror,
      })
      return handler.fetch(webRequest, { parsedBody: message })
    },
    async close() {
      ending.abort()
      await streams.close()
    },
  }
}
