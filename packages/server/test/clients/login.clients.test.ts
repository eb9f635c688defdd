import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type TestContext, test } from 'vitest'
import { consent, type Pick } from '../kit/oauth.ts'
import type { HttpsHost } from '../kit/servers/https-host.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { startDocuments } from './documents.ts'
import { environmentIn, ownProgram, run } from './program.ts'
import { aiSdk, claude, codex, codexCalls, mcporter, mcpRemote, sdk } from './programs.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Programs of third parties, granted access by a person; with and without documents that describe the programs. */
describe.for([
  { documents: 'true', describedAs: /^https:\/\/(claude\.ai|chatgpt\.com)\// },
  { documents: 'false', describedAs: /^[0-9a-f-]{36}$/ },
])('with OAUTH_CIMD=$documents', ({ documents, describedAs }) => {
  let hosts: HttpsHost[]
  let tandem: TestService
  let ada: Person
  let boardId: string
  let listId: string
  let url: string
  let home: string

  beforeAll(async () => {
    hosts = [await startDocuments('claude.ai'), await startDocuments('chatgpt.com')]
    tandem = await startTestService({ environment: { OAUTH_CIMD: documents }, resolve: async () => ['127.0.0.1'] })
    ada = await tandem.register('Ada')
    url = `${tandem.url}/mcp`
  })
  afterAll(async () => {
    await tandem?.stop()
    for (const host of hosts?.toReversed() ?? []) host.stop()
  })
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'tandem-client-'))
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const runs = (program: readonly string[], ...args: string[]) => run(program, args, { env: environmentIn(home) })
  const opens = (context: TestContext, program: readonly string[], ...args: string[]) =>
    openTerminal(context, [...program, ...args], environmentIn(home, { CLIENT_DOCUMENT: documents === 'true' ? sdkDocument : '' }))

  /** As the person does: says yes on the page that the program shows, and goes where that leads. */
  async function permit(terminal: Terminal, pick: Pick = {}): Promise<void> {
    const address = await terminal.shows(new RegExp(`${tandem.url}/oauth/authorize\\?[^\\s"\\x07\\x1b]+(?=[\\s"\\x07\\x1b])`))
    const { location, status, text } = await consent(address, ada.cookie ?? '', { boardIds: [boardId], ...pick })
    expect(location, `${status} ${text}`).toMatch(/[?&]code=/)
    await fetch(location)
  }

  /** The only client that was granted access to this board. */
  async function letIn(): Promise<{ clientId: string; scopes: string[] }> {
    const all: any[] = (await ada.get('/api/oauth/clients')).body
    return all.find(({ boardIds }) => boardIds?.includes(boardId))
  }

  async function expectCard(title: string): Promise<void> {
    const log: any[] = (await ada.get(`/api/boards/${boardId}/activity`)).body
    const made = log.find(({ verb, payload }) => verb === 'card.created' && payload.title === title)
    expect(made, JSON.stringify(log)).toBeDefined()
    expect(made.actorId).not.toBe(ada.actorId)
  }

  test('Claude Code logs in, and is shut out', async (context) => {
    const program = claude(context)
    await runs(program, 'mcp', 'add', '--transport', 'http', 'tandem', url)
    const terminal = opens(context, program, 'mcp', 'login', 'tandem', '--no-browser')
    await permit(terminal)
    const { code, out } = await terminal.ended
    expect(code, out).toBe(0)
    expect((await runs(program, 'mcp', 'get', 'tandem')).out).toContain('Connected')
    const { clientId, scopes } = await letIn()
    expect(clientId).toMatch(describedAs)
    expect(scopes).toContain('cards:write')
    await ada.delete(`/api/oauth/clients/${encodeURIComponent(clientId)}`)
    expect((await runs(program, 'mcp', 'get', 'tandem')).out).toContain('Needs authentication')
  })

  test('mcporter logs in, and makes a card later', async (context) => {
    const program = mcporter(context)
    await runs(program, 'config', 'add', 'tandem', url, '--auth', 'oauth')
    const terminal = opens(context, program, 'config', 'login', 'tandem')
    await permit(terminal)
    const { code, out } = await terminal.ended
    expect(code, out).toBe(0)
    const args = JSON.stringify({ method: 'create', params: { listId, title: 'By mcporter' } })
    expect(await runs(program, 'call', 'tandem.card_write', '--args', args)).toMatchObject({ code: 0 })
    await expectCard('By mcporter')
  })

  test('Codex logs in, and makes a card later', async (context) => {
    const program = codex(context)
    mkdirSync(join(home, '.codex'))
    writeFileSync(join(home, '.codex', 'config.toml'), `mcp_oauth_credentials_store = "file"\n[mcp_servers.tandem]\nurl = "${url}"\n`)
    const terminal = opens(context, program, 'mcp', 'login', 'tandem')
    await permit(terminal)
    const { code, out } = await terminal.ended
    expect(code, out).toBe(0)
    expect(await runs([...codexCalls(context), listId, ...program])).toMatchObject({ code: 0 })
    await expectCard('By Codex')
    expect((await letIn()).clientId).toMatch(describedAs)
  })

  test('a client that knows local programs alone logs in through mcp-remote', async (context) => {
    const through = ownProgram(context, '@modelcontextprotocol/client', 'programs/through.mjs')
    const terminal = opens(context, through, listId, ...mcpRemote(context), url)
    await permit(terminal)
    const { code, out } = await terminal.ended
    expect(code, out).toBe(0)
    await expectCard('Through mcp-remote')
  })

  test('the library of the protocol logs in, and asks again for what it was not permitted', async (context) => {
    const terminal = opens(context, sdk(context), url, listId)
    await permit(terminal, { scopes: ['boards:read'] })
    await permit(terminal)
    const { code, out } = await terminal.ended
    expect(code, out).toBe(0)
    await expectCard('By the SDK')
    expect((await letIn()).clientId).toMatch(describedAs)
  })

  test('the AI SDK logs in', async (context) => {
    const terminal = opens(context, aiSdk(context), url, listId)
    await permit(terminal)
    const { code, out } = await terminal.ended
    expect(code, out).toBe(0)
    await expectCard('By the AI SDK')
  })
})

/** The address of the document of our own program. */
const sdkDocument = 'https://claude.ai/sdk.json'
