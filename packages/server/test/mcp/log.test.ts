import type { ServerContext } from '@modelcontextprotocol/server'
import pino from 'pino'
import { expect, test } from 'vitest'
import { configHelp, readConfig } from '../../src/config.ts'
import type { Principal } from '../../src/kernel/identity/principal.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { watchCall } from '../../src/surfaces/mcp/tools/watch-call.ts'

const principal: Principal = {
  actorId: 'an actor',
  kind: 'agent',
  isInstanceAdmin: false,
  grant: null,
  credential: { method: 'token', id: 'a credential', scopes: [], expiresAt: null },
}
const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

async function lineOf(given: Record<string, unknown>, meta: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const context = { mcpReq: { _meta: meta } } as unknown as ServerContext
  const answer = async () => ({ content: [{ type: 'text' as const, text: 'what it answered' }] })
  await watchCall(
    { log, metrics: createMetrics() },
    { principal, address: null, prefersDryRun: false, request: { id: 'a request', boardId: 'a board' } },
    { name: 'card_write', params: { arguments: given }, context },
    answer,
  )
  return lines[0] ?? {}
}

test('a call leaves a line that says what was called, by whom and for how long, and nothing that was said', {
  meta: { proves: ['log.tool-call'] },
}, async () => {
  const line = await lineOf({ method: 'comment', params: { cardId: 'ENG-1', body: 'a secret' } }, { traceparent })
  expect(line).toMatchObject({ tool: 'card_write', method: 'comment', actorId: 'an actor', credentialId: 'a credential', traceId })
  expect(line).toMatchObject({ reqId: 'a request', boardId: 'a board' })
  expect(line.durationMs).toEqual(expect.any(Number))
  expect(JSON.stringify(line)).not.toMatch(/secret|answered|ENG/)
})

test('what is no method and no trace is not written down', async () => {
  const line = await lineOf({ method: 'kbt_secret' }, { traceparent: 'kbt_secret' })
  expect(JSON.stringify(line)).not.toContain('kbt_')
})

test('settings that cannot be are refused at the start, and all are listed', () => {
  const key = { INTEGRATION_SECRET_KEY: 'x' }
  for (const [name, value] of [
    ['MCP_PORT', '0'],
    ['MCP_PUBLIC_URL', 'mcp.example.com'],
    ['MCP_PUBLIC_URL', 'https://mcp.example.com/mcp'],
    ['PUBLIC_URL', 'https://example.com/tandem/'],
    ['PUBLIC_URL', 'https://user@example.com'],
    ['MCP_ALLOWED_ORIGINS', 'https://chat.example.com/path'],
  ] as const) {
    expect(() => readConfig({ ...key, [name]: value })).toThrow(name)
    expect(configHelp()).toContain(name)
  }
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Tandem.example.com:443/' }).PUBLIC_URL).toBe('https://tandem.example.com')
  expect(readConfig({ MCP_ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080' }).MCP_ALLOWED_ORIGINS).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ])
})
