import { publishedTools } from '@tandem/contract/mcp'
import { expect, test } from 'vitest'
import { visibleTools } from '../../../src/surfaces/mcp/tools/visible.ts'
import { startTestService } from '../../kit/service.ts'
import { connect, eras } from '../client.ts'

const methodsIn = (tools: { name: string; inputSchema: any }[]) =>
  tools.flatMap(({ name, inputSchema }) =>
    (inputSchema.properties.method?.enum ?? ['']).map((method: string) => `${name} ${method}`.trim()),
  )

test.each(eras)(
  'on the %s protocol a token is shown what its scopes allow',
  { meta: { proves: ['mcp.catalog.by-scope'] } },
  async (era) => {
    const tandem = await startTestService()
    const ada = await tandem.register('Ada')
    const { id: boardId } = (await ada.post('/api/boards', { name: 'Engine' })).body
    const shown = async (scopes: string[]) => {
      const token = (await ada.post('/api/tokens', { label: 'a', scopes })).body.token
      const client = await connect(tandem.url, token, era)
      const { tools } = await client.client.listTools()
      await client.close()
      return methodsIn(tools)
    }
    expect(await shown(['boards:read'])).toEqual([
      'my_work',
      ...['list', 'get', 'activity', 'archive', 'views', 'view_cards', 'waits', 'me'].map((method) => `board_read ${method}`),
      ...['get', 'comments', 'children', 'activity', 'attachment'].map((method) => `card_read ${method}`),
      'search',
      'fetch',
    ])
    // A parameter that no shown method takes is not shown either.
    expect(await shown(['boards:read', 'sessions:write', `board:${boardId}`])).toEqual(
      expect.arrayContaining(['session_read poll_events', 'session_write complete']),
    )
    await tandem.stop()
  },
)

test('a client of OAuth is shown all, for it can ask for more', { meta: { proves: ['mcp.catalog.by-scope'] } }, () => {
  const grant = { scopes: new Set(['boards:read'] as const), leash: null }
  expect(visibleTools({ grant, oauthClientId: 'client' })).toBe(publishedTools)
  expect(methodsIn(visibleTools({ grant })).length).toBeLessThan(methodsIn(publishedTools).length)
})

test('what describes a tool or a parameter is a sentence', { meta: { proves: ['mcp.catalog.sentences'] } }, () => {
  for (const { name, description, inputSchema } of publishedTools) {
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/s)])
    const { params, ...flat } = inputSchema.properties as any
    for (const [param, node] of Object.entries<any>(params?.properties ?? flat))
      if (node.description !== undefined) expect([param, node.description]).toEqual([param, expect.stringMatching(/\.$/)])
  }
})
