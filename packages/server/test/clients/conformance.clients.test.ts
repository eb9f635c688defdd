import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, type TestContext, test, vi } from 'vitest'
import { freePort } from '../faults/rig/tandem.ts'
import { consent, registerProgram } from '../kit/oauth.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { createFixture } from './fixture/instance.ts'
import { environmentIn } from './program.ts'
import { examine, lendToken, suite } from './suite.ts'
import { openTerminal } from './terminal.ts'

/** The official suite, through the whole of the service: in place of Tandem's tools, or with them, as it needs. */
vi.setConfig({ testTimeout: 130_000 })

let home: string
let started: TestService[]

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tandem-suite-'))
  started = []
})
afterAll(async () => {
  for (const service of started) await service.stop()
  rmSync(home, { recursive: true, force: true })
})

async function open(options: Parameters<typeof startTestService>[0] = {}): Promise<TestService> {
  const tandem = await startTestService(options)
  started.push(tandem)
  const ada = await tandem.register('Ada')
  lendToken(tandem, (await tandem.agent(ada, 'Robo')).token ?? '')
  return tandem
}

const passed = (verdicts: Map<string, string>) => [...verdicts].filter(([, verdict]) => verdict.startsWith('✓')).map(([name]) => name)

/** The scenarios that the installed suite requires of servers: the list between `server:` and the next key. */
function required(revision: string): string[] {
  const file = new URL(
    `../../../../tools/clients/node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`,
    import.meta.url,
  )
  const [, list = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(readFileSync(file, 'utf8')) ?? []
  return [...list.matchAll(/- (\S+)/g)].map((match) => match[1] ?? '')
}

test('every scenario that 2026-07-28 requires of a server', async (context) => {
  const { code, out, verdicts } = await examine(context, await open({ createMcpInstance: createFixture }), { revision: '2026-07-28', home })
  expect(code, out).toBe(0)
  expect(passed(verdicts)).toEqual(expect.arrayContaining(required('2026-07-28')))
  expect(required('2026-07-28')).toHaveLength(37)
})

/** In the older era a server can ask its client during a call only within a session, and Tandem has none. */
const needSessions = ['tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums']

test('every scenario that 2025-11-25 requires of a server without sessions', async (context) => {
  const tandem = await open({ createMcpInstance: createFixture })
  const { out, verdicts } = await examine(context, tandem, { revision: '2025-11-25', home })
  const all = required('2025-11-25')
  expect(all).toHaveLength(30)
  // With a baseline of its own the suite would count its warning that there is no session as a failure.
  expect(
    all.filter((name) => !passed(verdicts).includes(name)),
    out,
  ).toEqual(needSessions)
})

/** Those that call nothing by a name of their own. */
const ofAnyServer = [
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'caching',
  'dns-rebinding-protection',
  'http-header-validation',
  'sep-2164-resource-not-found',
  'server-sse-multiple-streams',
  'input-required-result-missing-input-response',
  'input-required-result-unsupported-methods',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
]

test('with the tools of Tandem, every scenario that needs none of its own', async (context) => {
  const tandem = await open()
  const { out, verdicts } = await examine(context, tandem, { revision: '2026-07-28', home })
  expect(passed(verdicts), out).toEqual(expect.arrayContaining(ofAnyServer))
  // Four of its checks call tools of the suite.
  expect(verdicts.get('server-stateless')).toBe('✗ 24 4')
  const older = await examine(context, tandem, { revision: '2025-11-25', home })
  expect(passed(older.verdicts), older.out).toEqual(
    expect.arrayContaining([
      'server-initialize',
      'ping',
      'completion-complete',
      'tools-list',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
    ]),
  )
})

test('every scenario of an authorization server', async (context: TestContext) => {
  const tandem = await startTestService({ environment: { OAUTH_CIMD: 'true' } })
  started.push(tandem)
  const ada = await tandem.register('Ada')
  const { client_id } = (await registerProgram(tandem.url)).body
  const args = [
    'authorization',
    '--url',
    tandem.url,
    '--client-id',
    client_id,
    '--port',
    String(await freePort()),
    '--resource',
    `${tandem.url}/mcp`,
  ]
  const terminal = openTerminal(context, [...suite(context), ...args], environmentIn(home))
  const address = await terminal.shows(new RegExp(`${tandem.url}/oauth/authorize\\?\\S+(?=\\s)`))
  const { location } = await consent(address, ada.cookie ?? '', { all: true })
  await fetch(location)
  const { code, out } = await terminal.ended
  expect([code, out]).toEqual([0, expect.stringContaining('Total: 3 passed, 0 failed')])
})
