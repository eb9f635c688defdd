import { catalogue } from '@tandem/contract'
import { toolNames } from '@tandem/contract/mcp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instructions } from '../../src/surfaces/mcp/guides/instructions.ts'
import { freePort } from '../faults/rig/tandem.ts'
import { startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
beforeAll(async () => {
  tandem = await startTestService({ environment: { PUBLIC_URL: 'https://tandem.example.com' } })
})
afterAll(() => tandem?.stop())

test('the index leads to addresses of the service that answer without a credential', { meta: { proves: ['guide.llms'] } }, async () => {
  const answer = await tandem.anonymous.get('/llms.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.text).toMatch(/^# Tandem\n\n> /)
  const links = [...answer.text.matchAll(/\]\(https:\/\/tandem\.example\.com(\/[^)]+)\)/g)].map(([, path = '']) => path)
  expect(links).toContain('/agents.md')
  for (const path of links) expect((await tandem.anonymous.get(path)).status, path).toBe(200)
})

test('the guide for agents is made of the instructions, the tools and the catalogue, and stays small', {
  meta: { proves: ['guide.agents'] },
}, async () => {
  const answer = await tandem.anonymous.get('/agents.md')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(answer.text).toContain(instructions)
  for (const name of toolNames) expect(answer.text).toContain(`| \`${name}\` |`)
  expect(answer.text).toContain('`https://tandem.example.com/mcp`')
  expect(answer.text).toContain(`\`${catalogue['session.post'].rest}\``)
  expect(answer.text).not.toContain('undefined')
  expect(answer.text.length).toBeLessThan(9_000)
})

test('who has a guide already is sent nothing', { meta: { proves: ['guide.unchanged'] } }, async () => {
  const first = await tandem.anonymous.get('/agents.md')
  const again = await tandem.anonymous.get('/agents.md', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a service of its own for MCP is named with its own address, by its URL or else by its port', {
  meta: { proves: ['guide.agents'] },
}, async () => {
  const port = String(await freePort())
  const byUrl = { PUBLIC_URL: 'https://tandem.example.com', MCP_PUBLIC_URL: 'https://mcp.example.com' }
  for (const [environment, address] of [
    [byUrl, 'https://mcp.example.com/mcp'],
    [{ MCP_PORT: port }, `http://127.0.0.1:${port}/mcp`],
  ] as const) {
    const apart = await startTestService({ environment })
    try {
      for (const path of ['/llms.txt', '/agents.md']) expect((await apart.anonymous.get(path)).text).toContain(address)
    } finally {
      await apart.stop()
    }
  }
})
