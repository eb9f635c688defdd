import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { environmentIn, ownProgram, type Ran, run } from './program.ts'
import { aiSdk, claude, codex, codexCalls, gemini, inspector, mcporter, mcpRemote, openaiAgents, sdk } from './programs.ts'

/** Programs that others wrote, with a token of an agent. */
let tandem: TestService
let ada: Person
let robo: Person
let listId: string
let boardId: string
let url: string
let header: string
let home: string

beforeAll(async () => {
  tandem = await startTestService()
  url = `${tandem.url}/mcp`
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  robo = await tandem.agent(ada, 'Robo', [boardId])
  header = `Authorization: Bearer ${robo.token}`
  listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
})
afterAll(() => tandem?.stop())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tandem-client-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const runs = (program: readonly string[], args: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
  run(program, args, { env: environmentIn(home, more) })

/** Expects the card on the board, created by the agent. */
async function expectCard({ code, out, err }: Ran, title: string): Promise<void> {
  expect(code, out + err).toBe(0)
  const made = (await ada.get(`/api/boards/${boardId}/activity`)).body.find(
    ({ verb, payload }: any) => verb === 'card.created' && payload.title === title,
  )
  expect(made?.actorId, out).toBe(robo.actorId)
}

test('Claude Code connects', async (context) => {
  const program = claude(context)
  expect(await runs(program, ['mcp', 'add', '--transport', 'http', 'tandem', url, '--header', header])).toMatchObject({ code: 0 })
  expect((await runs(program, ['mcp', 'get', 'tandem'])).out).toContain('Connected')
  await runs(program, ['mcp', 'add', '--transport', 'http', 'wrong', url, '--header', 'Authorization: Bearer kbt_wrong'])
  expect((await runs(program, ['mcp', 'get', 'wrong'])).out).not.toContain('Connected')
})

test('mcporter lists the tools and makes a card', async (context) => {
  const program = mcporter(context)
  await runs(program, ['config', 'add', 'tandem', url, '--header', `Authorization=Bearer ${robo.token}`])
  expect(JSON.parse((await runs(program, ['list', 'tandem', '--json'])).out)).toMatchObject({ status: 'ok', tools: { length: 9 } })
  const args = JSON.stringify({ method: 'create', params: { listId, title: 'By mcporter' } })
  await expectCard(await runs(program, ['call', 'tandem.card_write', '--args', args]), 'By mcporter')
})

test('a client that knows local programs alone makes a card through mcp-remote', async (context) => {
  const [node = '', through = ''] = ownProgram(context, '@modelcontextprotocol/client', 'programs/through.mjs')
  await expectCard(await runs([node, through], [listId, ...mcpRemote(context), url, '--header', header]), 'Through mcp-remote')
})

test.for([
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const)('the library of the protocol (%s) makes a card', async ([ERA, protocol], context) => {
  const ran = await runs(sdk(context), [url, listId], { TANDEM_TOKEN: robo.token ?? '', ERA })
  await expectCard(ran, 'By the SDK')
  expect(JSON.parse(ran.out)).toMatchObject({ protocol })
})

test('the AI SDK makes a card', async (context) => {
  await expectCard(await runs(aiSdk(context), [url, listId], { TANDEM_TOKEN: robo.token ?? '' }), 'By the AI SDK')
})

test('the agents of OpenAI make a card', async (context) => {
  await expectCard(await runs(openaiAgents(context), [url, listId], { TANDEM_TOKEN: robo.token ?? '' }), 'By OpenAI Agents')
})

test('Codex makes a card', async (context) => {
  const program = codex(context)
  mkdirSync(join(home, '.codex'))
  await runs(program, ['mcp', 'add', 'tandem', '--url', url, '--bearer-token-env-var', 'TANDEM_TOKEN'])
  await expectCard(await runs([...codexCalls(context), listId, ...program], [], { TANDEM_TOKEN: robo.token ?? '' }), 'By Codex')
})

test('Gemini CLI connects', async (context) => {
  const program = gemini(context)
  // It connects to no server from a folder that is not trusted.
  mkdirSync(join(home, '.gemini'))
  writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify({ security: { folderTrust: { enabled: false } } }))
  const add = (name: string, given: string) =>
    runs(program, ['mcp', 'add', '--scope', 'user', '--transport', 'http', '--header', given, name, url])
  expect(await add('tandem', header)).toMatchObject({ code: 0 })
  await add('wrong', 'Authorization: Bearer kbt_wrong')
  const { out, err } = await runs(program, ['mcp', 'list'])
  expect(out + err).toMatch(/✓ .*tandem: .* - Connected/)
  expect(out + err).not.toMatch(/✓ .*wrong/)
})

describe.for(['modern', 'legacy'])('the inspector on the %s protocol', (era) => {
  const inspect = (context: Parameters<typeof inspector>[0], method: string, ...more: string[]) =>
    runs(inspector(context), [
      '--cli',
      '--server-url',
      url,
      '--transport',
      'http',
      '--protocol-era',
      era,
      '--header',
      header,
      '--method',
      method,
      '--format',
      'json',
      '-q',
      ...more,
    ])

  test('finds nothing to say of the schemas', async (context) => {
    const { code, out, err } = await inspect(context, 'tools/list', '--strict')
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out).result.tools).toHaveLength(9)
  })

  test('calls, reads and is refused', async (context) => {
    const args = JSON.stringify({ method: 'create', params: { listId, title: `By the inspector, ${era}` } })
    await expectCard(
      await inspect(context, 'tools/call', '--tool-name', 'card_write', '--tool-args-json', args),
      `By the inspector, ${era}`,
    )
    const work = await inspect(context, 'resources/read', '--uri', 'me://work')
    expect(JSON.parse(JSON.parse(work.out).result.contents[0].text)).toHaveProperty('delegated_to_me')
    expect((await inspect(context, 'prompts/list')).out).toContain('work_on_card')
    const refused = await inspect(
      context,
      'tools/call',
      '--tool-name',
      'card_read',
      '--tool-args-json',
      '{"method":"get","params":{"cardId":"NO-1"}}',
    )
    expect(refused.code).not.toBe(0)
    expect(refused.out).toContain('not_found')
  })
})
