import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../server/test/faults/rig/tandem.ts'
import { until } from '../../server/test/kit/http.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { type Listener, startProgram, tandemCommand } from './fixture/listener.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

/** `tandem conformance agent` against agents that run: a right one, and some that are wrong in one way. */
const bot = fileURLToPath(new URL('fixture/conformance-bot.ts', import.meta.url))
let tandem: TestService
let ada: Person
let robo: Person
let machine: Machine
let token: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  token = (await ada.post('/api/tokens', { label: 'cli', scopes: ['admin', 'sessions:write'] })).body.token
  machine = await createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: token })
})
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})
beforeEach(async () => {
  robo = await tandem.agent(ada, 'Robo')
})

async function start(mistake = '', agent = robo, more: Record<string, string> = {}): Promise<Listener> {
  const started = startProgram([bot], { TANDEM_URL: tandem.url, TANDEM_TOKEN: agent.token ?? '', MISTAKE: mistake, ...more })
  await until(() => started.stdout().includes('ready'))
  return started
}

const usual = ['delegated', 'reads', 'asks', 'once', 'stop', 'blocked', 'mention', 'news', 'claim']
const only = (ids: readonly string[]) => ids.flatMap((id) => ['--only', id])
const timing = ['--delay', '2', '--timeout', '30']
const play = (...args: string[]) => machine.run(['conformance', 'agent', robo.handle, ...timing, ...args])

/** The outcomes other than passed. */
const odd = (json: any) => json.checks.filter(({ result }: any) => result !== 'passed').map(({ id, result }: any) => `${id} ${result}`)

test('an agent that does all as the docs say passes', { meta: { proves: ['cli.conformance.agent'] } }, async () => {
  const { stderr } = await start()
  const { code, stdout, stderr: notes } = await play(...only(usual))
  expect(stdout, stderr()).not.toMatch(/^(FAIL|skip)/m)
  expect(code).toBe(0)
  expect(stdout).toContain(`9 checks passed, 0 failed, 0 skipped: @${robo.handle}`)
  expect(notes).toMatch(/The checks run on the board (\w+)\.\nThe board \1 is archived/)
  const boards: { name: string }[] = (await ada.get('/api/boards')).body
  expect(boards.filter(({ name }) => name.startsWith('Conformance'))).toEqual([])
})

test('the example by MCP passes what does not ask for orders', async () => {
  const file = fileURLToPath(new URL('../../../examples/agents/mcp-agent.ts', import.meta.url))
  const { stdout } = startProgram([file], { TANDEM_URL: tandem.url, TANDEM_TOKEN: robo.token ?? '', AGENT_EVERY_SECONDS: '1' })
  await until(() => stdout().includes('connect'))
  expect(odd((await play('--json', '--only', 'delegated')).json)).toEqual([])
})

test('a command that the runner starts passes what it can do without a connection', async () => {
  const script = `order=$(grep '^> conformance:'); case "$order" in *work*) exec sleep 300;; *) echo "$order";; esac`
  const environment = { TANDEM_URL: tandem.url, TANDEM_TOKEN: robo.token ?? '', TANDEM_RUNNER_STATE: machine.home }
  const { stderr } = tandemCommand(['agent', 'run', '--', '/bin/sh', '-c', script], environment, machine.home)
  expect(odd((await play('--json', ...only(['reads', 'stop', 'blocked', 'claim']))).json), stderr()).toEqual([])
})

const wrong: Record<string, { odd: string[]; only?: string[]; args?: string[] }> = {
  'takes nothing': {
    odd: ['delegated failed', ...usual.filter((id) => id !== 'delegated').map((id) => `${id} skipped`)],
    args: ['--timeout', '5'],
  },
  'ignores the description': { odd: ['reads failed', 'blocked failed', 'claim failed'] },
  'ignores the answer': { odd: ['asks failed', 'news skipped'] },
  'waits for no answer': { odd: ['asks failed', 'news skipped'] },
  'comments twice': { odd: ['once failed'] },
  'never stops': { odd: ['stop failed'], only: ['stop', 'blocked'], args: ['--timeout', '10'] },
  'ends before it is stopped': { odd: ['stop failed'], only: ['delegated', 'stop'] },
  'writes after its end': { odd: ['stop failed'] },
  'comments while its card is blocked': { odd: ['blocked failed'] },
  'fails a session that is blocked': { odd: ['blocked failed'] },
  'answers nothing': { odd: ['mention failed'] },
  'fails when others write': { odd: ['news failed'] },
  'claims nothing': { odd: ['claim skipped'], only: ['delegated', 'claim'], args: ['--timeout', '10'] },
}

/** Most of the time is waiting: several are tried at once, each with a kit of its own. */
const mistakes = Object.keys(wrong)
const groups = [mistakes.slice(0, 4), mistakes.slice(4, 8), mistakes.slice(8)]

test.each(groups)(
  'is told so, and of nothing else: an agent that %s, one that %s, …',
  { meta: { proves: ['cli.conformance.agent'] } },
  async (...group) => {
    const found = await Promise.all(group.map(tryOne))
    expect(found).toEqual(group.map((mistake) => ({ mistake, odd: wrong[mistake]?.odd })))
  },
)

async function tryOne(mistake: string): Promise<{ mistake: string; odd: string[] }> {
  const agent = await tandem.agent(ada, 'Robo')
  await start(mistake, agent)
  const { only: ids = usual, args = [] } = wrong[mistake] ?? {}
  const environment = { TANDEM_URL: tandem.url, TANDEM_TOKEN: token }
  const kit = tandemCommand(['conformance', 'agent', agent.handle, ...timing, '--json', ...only(ids), ...args], environment)
  const code = await kit.ended
  const json = JSON.parse(kit.stdout())
  expect(code).toBe(json.failed > 0 ? 1 : 0)
  return { mistake, odd: odd(json) }
}

test.each([
  ['', []],
  ['writes without its lease', ['lease failed']],
])('a lease expires under an agent: %s', { meta: { proves: ['cli.conformance.agent'] } }, async (mistake, expected) => {
  const { stdout, stderr } = await start(mistake)
  const played = play('--json', '--only', 'lease')
  await until(() => stdout().includes('silent'))
  tandem.clock.advance(61_000)
  expect(odd((await played).json), stderr()).toEqual(expected)
})

test.each([
  ['does all right', []],
  ['acts on each delivery', ['repeated failed']],
  ['refuses what comes again', ['repeated failed']],
])(
  'a delivery of the service comes twice to an agent that %s',
  { meta: { proves: ['cli.conformance.agent'] } },
  async (mistake, expected) => {
    const [at, to] = [await freePort(), await freePort()]
    const [relay, receiver] = [`http://127.0.0.1:${at}/`, `http://127.0.0.1:${to}/`]
    const { stderr } = await start(mistake, robo, { HOOK_URL: relay, HOOK_PORT: String(to) })
    const { json } = await play('--json', '--only', 'repeated', '--relay', relay, '--receiver', receiver)
    expect(odd(json), `${JSON.stringify(json)}\n${stderr()}`).toEqual(expected)
    expect(json.checks).toHaveLength(2)
  },
)

test('an agent whose deliveries do not pass through the kit has the repeat skipped, with what to do', {
  meta: { proves: ['cli.conformance.agent'] },
}, async () => {
  await start()
  const { code, json } = await play('--json', '--only', 'repeated')
  expect([code, odd(json)]).toEqual([0, ['repeated skipped']])
  expect(json.checks[1].reason).toContain('Use --relay and --receiver')
  const alone = await play('--relay', 'http://127.0.0.1:1/')
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('together') })
  const taken = ['--relay', tandem.url, '--receiver', tandem.url]
  expect(await play(...taken)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Use another URL for --relay') })
  const withTls = ['--relay', 'https://127.0.0.1:1/', '--receiver', tandem.url]
  expect(await play(...withTls)).toMatchObject({ code: 2, stderr: expect.stringContaining('without TLS') })
})

test('on a board that is named the cards of the kit are archived, on Ctrl-C too', {
  meta: { proves: ['cli.conformance.agent'] },
}, async () => {
  const boardId = (await ada.post('/api/boards', { name: 'Loom', keyPrefix: 'LOOM', template: 'kanban' })).body.id
  const live = async () => {
    const found = (await ada.get(`/api/boards/${boardId}/sessions`)).body
    return found.filter(({ state }: { state: string }) => !['done', 'error'].includes(state))
  }
  const inLists = async () => {
    const { lists } = (await ada.get(`/api/boards/${boardId}`)).body
    return lists.flatMap(({ name, cards }: { name: string; cards: unknown[] }) =>
      cards.length > 0 || name === 'Conformance' ? [name] : [],
    )
  }
  await start('never stops')
  expect(odd((await play('--json', '--board', 'LOOM', ...only(['blocked', 'mention']))).json)).toEqual([])
  expect(await inLists()).toEqual([])

  const environment = { TANDEM_URL: tandem.url, TANDEM_TOKEN: token }
  const kit = tandemCommand(['conformance', 'agent', robo.handle, '--board', 'LOOM', '--only', 'stop'], environment)
  await until(async () => kit.stdout().includes('pass') && (await live()).length > 0)
  expect(await kit.kill('SIGINT')).toBe(1)
  expect(kit.stderr()).toContain('Stopped before the last check.')
  expect(kit.stderr()).toContain('The cards of the kit on LOOM are archived.')
  expect(await inLists()).toEqual([])
  expect(await live()).toEqual([])
})

test("without an agent of one's own nothing is made", async () => {
  expect(await machine.run(['conformance', 'agent'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the agent') })
  expect(await machine.run(['conformance', 'agent', 'nobody'])).toMatchObject({ code: 3 })
  expect((await machine.run(['conformance', 'agent', '--list', '--json'])).json.map(({ id }: { id: string }) => id)).toEqual([
    ...usual.toSpliced(usual.indexOf('stop'), 0, 'repeated'),
    'lease',
  ])
})
