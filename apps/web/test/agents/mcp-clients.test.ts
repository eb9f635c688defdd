import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { agentClients } from '../../src/screens/start/agent-clients.ts'

const url = 'https://tandem.example.com/mcp'

test('docs/mcp-clients.md and the page that connects an agent say the same of every client', async () => {
  const page = await readFile(new URL('../../../../docs/mcp-clients.md', import.meta.url), 'utf8')
  for (const { name, byToken, byBrowser } of agentClients) {
    expect(page, name).toContain(byToken({ url, token: 'kbt_…' }).text)
    const { file, text, afterwards } = byBrowser({ url })
    if (file === null && afterwards === undefined) expect(page, name).toContain(text)
    if (afterwards) expect(page, name).toContain(afterwards)
  }
})
