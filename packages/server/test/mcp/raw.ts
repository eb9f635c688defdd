/** Messages sent by hand, for requests that an official client would never send. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

export type Raw = { status: number; headers: Headers; body: any; text: string }

export async function post(url: string, token: string | null, body: unknown, headers: Record<string, string> = {}): Promise<Raw> {
  return send(url, 'POST', token, typeof body === 'string' ? body : JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  })
}

export async function send(
  url: string,
  method: string,
  token: string | null,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Raw> {
  const response = await fetch(`${url}/mcp`, {
    method,
    headers: { accept: 'application/json, text/event-stream', ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, text, body: isJson && text !== '' ? JSON.parse(text) : null }
}

/** A request of the newer era with the headers that go with it. */
export function modern(method: string, params: Record<string, unknown> = {}, name?: string) {
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta } }
  const headers: Record<string, string> = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
  return { body, headers }
}

export const list = modern('tools/list')
export const callTool = (name: string, args: Record<string, unknown> = {}) => modern('tools/call', { name, arguments: args }, name)
