import { expect, test } from 'vitest'
import type { RequestContext } from '../../src/surfaces/mcp/request-context.ts'
import { complete } from '../../src/surfaces/mcp/resources/completions.ts'

test('a completion offers 100 choices', { meta: { proves: ['limit.mcp.completions'] } }, async () => {
  const cards = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `ENG-${n}` }))
  const context = { ask: async () => ({ assigned: cards(101), delegated_to_me: [] }) } as unknown as RequestContext
  expect(await complete(context, { name: 'key', value: 'eng' })).toEqual(cards(100).map(({ key }) => key))
})
