import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** An official client, of the newer or the older era of the protocol. */
export type Era = 'modern' | 'legacy'

export const eras: readonly Era[] = ['modern', 'legacy']

export type McpClient = {
  client: Client
  /** Calls a tool and answers its data. Throws when it is refused. */
  use(tool: string, method?: string | null, params?: Record<string, unknown>): Promise<any>
  /** The error of a call that is refused. Throws when it is not. */
  refused(tool: string, method?: string | null, params?: Record<string, unknown>): Promise<any>
  call(tool: string, args: Record<string, unknown>): Promise<any>
  close(): Promise<void>
}

export async function connect(url: string, token: string, era: Era = 'modern', headers: Record<string, string> = {}): Promise<McpClient> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { ...headers, authorization: `Bearer ${token}` } },
  })
  const options = era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(transport)
  const call = (name: string, args: Record<string, unknown>): Promise<any> => client.callTool({ name, arguments: args })
  const argsOf = (method: string | null, params: Record<string, unknown>) => (method === null ? params : { method, params })
  return {
    client,
    call,
    async use(tool, method = null, params = {}) {
      const result = await call(tool, argsOf(method, params))
      if (result.isError) throw new Error(`${tool}.${method} was refused: ${result.content[0].text}`)
      if (JSON.stringify(result.structuredContent) !== result.content[0].text) throw new Error('the text is not the structured content')
      return result.structuredContent
    },
    async refused(tool, method = null, params = {}) {
      const result = await call(tool, argsOf(method, params))
      if (!result.isError) throw new Error(`${tool}.${method} should have been refused: ${result.content[0].text}`)
      return JSON.parse(result.content[0].text).error
    },
    close: () => client.close(),
  }
}
