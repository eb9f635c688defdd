import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../server/test/kit/http.ts'
import { type Person, startTestService, type TestService } from '../../../server/test/kit/service.ts'
import { type Listener, tandemCommand } from '../fixture/listener.ts'

/** `tandem agent run` on lists that are queues: claimed work is held by a lease. */
let tandem: TestService
let ada: Person
let robo: Person
let queueId: string
let folder: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

beforeEach(async () => {
  const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  queueId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  await ada.patch(`/api/lists/${queueId}`, { queue: {} })
  robo = await tandem.agent(ada, 'Robo', [boardId])
  folder = await mkdtemp(join(tmpdir(), 'tandem-queue-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
})

const card = async (title: string) => (await ada.post(`/api/lists/${queueId}/cards`, { title })).body
const runner = (command: string[], { args = ['--once'], state = 'state', environment = {} } = {}): Listener =>
  tandemCommand(
    ['agent', 'run', ...args, '--', ...command],
    { TANDEM_URL: tandem.url, TANDEM_TOKEN: robo.token ?? '', TANDEM_RUNNER_STATE: join(folder, state), ...environment },
    folder,
  )
const shell = (script: string): string[] => ['/bin/sh', '-c', script]
const sessionOf = async ({ id }: { id: string }) => (await ada.get(`/api/cards/${id}`)).body.card.sessions[0]
const linesIn = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n')

test('works each card of a queue once, though two runners take them', { meta: { proves: ['runner.queue'] } }, async () => {
  const cards = []
  for (let at = 0; at < 6; at++) cards.push(await card(`card ${at}`))
  const command = shell(`echo "$TANDEM_CARD $TANDEM_GENERATION" >> ${join(folder, 'worked')}; echo ok`)
  const two = ['a', 'b'].map((state) => runner(command, { args: ['--once', '--concurrency', '2'], state }))
  expect(await Promise.all(two.map(({ ended }) => ended))).toEqual([0, 0])
  expect((await linesIn('worked')).toSorted()).toEqual(cards.map(({ key }) => `${key} 1`).toSorted())
  for (const one of cards) expect(await sessionOf(one)).toMatchObject({ state: 'done', summary: 'ok', lease: { generation: 1 } })
})

test('tells a command its generation, with which it reports by MCP', { meta: { proves: ['runner.queue'] } }, async () => {
  const one = await card('by MCP')
  const agent = fileURLToPath(new URL('../fixture/stand-in-agent.ts', import.meta.url))
  const { ended, stderr } = runner([process.execPath, agent])
  expect(await ended, stderr()).toBe(0)
  expect(await sessionOf(one)).toMatchObject({ state: 'done', summary: `${one.key} done by MCP` })
})

/** A runner with a program that stands in for one that tells what it uses: `used <id of a message> <tokens>`. */
async function profiled(args: string[], script: string): Promise<Listener> {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  const message = '{"type":"assistant","message":{"id":"%s","content":[],"usage":{"input_tokens":%s,"output_tokens":0}}}'
  const lines = ['#!/bin/sh', 'cat >/dev/null', `used() { printf '${message}\\n' "$1" "$2"; }`, script]
  await writeFile(join(bin, 'claude'), lines.join('\n'), { mode: 0o755 })
  return runner([], { args: [...args, '--profile', 'claude'], environment: { PATH: `${bin}:${process.env.PATH}` } })
}

test('reports all that a command uses, though others report for its session too and its runner was killed', {
  meta: { proves: ['runner.usage'] },
}, async () => {
  const one = await card('by two')
  const waitsFor = (name: string) => `until [ -e '${join(folder, name)}' ]; do sleep 0.05; done`
  const script = `${waitsFor('begin')}; used m1 10; ${waitsFor('go')}; used m2 200`
  const first = await profiled([], script)
  await until(async () => (await sessionOf(one))?.state === 'working')
  const { id } = await sessionOf(one)
  const told = await robo.post(`/api/sessions/${id}/events`, { op: 'update', usage: { inputTokens: 1_000 }, generation: 1 })
  expect(told.status).toBe(200)
  await writeFile(join(folder, 'begin'), '')
  await until(async () => (await sessionOf(one)).usage.inputTokens === 1_010)
  await first.kill('SIGKILL')
  await writeFile(join(folder, 'go'), '')
  const { ended, stderr } = await profiled(['--once'], script)
  expect(await ended, stderr()).toBe(0)
  expect(await sessionOf(one)).toMatchObject({ state: 'done', usage: { inputTokens: 1_210 } })
})

test.each([
  ['Same budget once more', { state: 'done', summary: 'went on' }, 1],
  ['Finish now', { state: 'done', summary: expect.stringContaining('was not run') }, 0],
  ['Stop', { state: 'error' }, 0],
])(
  'waits where a claim asks about the budget, and goes by the answer: %s',
  {
    meta: { proves: ['runner.budget.asked'] },
  },
  async (answer, end, runs) => {
    const one = await card('over budget')
    const input = { agentActorId: robo.actorId, budget: { tokens: 1_000 } }
    const { id } = (await ada.post(`/api/cards/${one.id}/delegation`, input)).body.session
    const reply = (text: string) => ada.post(`/api/sessions/${id}/answer`, { answer: text })
    await robo.post('/api/work/claim', { sessionId: id, leaseSeconds: 60 })
    await robo.post(`/api/sessions/${id}/events`, { op: 'update', usage: { inputTokens: 1_200 }, generation: 1 })
    expect((await reply('Finish now')).status).toBe(200)
    tandem.clock.advance(61_000)
    await until(async () => {
      await tandem.service.workers.watchdog.runOnce()
      return (await sessionOf(one)).state === 'queued'
    })

    const worked = join(folder, 'worked')
    const { ended, stderr } = runner(shell(`echo ran >> '${worked}'; echo went on`))
    await until(() => stderr().includes('its budget is used up'))
    expect(await sessionOf(one)).toMatchObject({ state: 'awaiting_input', question: { kind: 'budget' }, lease: { generation: 2 } })
    expect(existsSync(worked)).toBe(false)
    const events = async () => (await ada.get(`/api/sessions/${id}/events?limit=200`)).body.events.length
    const before = await events()
    // It asks for the session, and writes nothing.
    tandem.clock.advance(600_000)
    await tandem.service.workers.watchdog.runOnce()
    expect([await events(), (await sessionOf(one)).lease.generation]).toEqual([before, 2])
    expect((await reply(answer)).status).toBe(200)
    await ended
    expect(await sessionOf(one)).toMatchObject(end)
    expect(existsSync(worked) ? (await linesIn('worked')).length : 0).toBe(runs)
  },
)

test('reports what the command of a lost lease has used', { meta: { proves: ['runner.queue.lost'] } }, async () => {
  const one = await card('lost')
  const mark = join(folder, 'at it')
  const { kill, stdout } = await profiled(
    ['--kill-after', '20'],
    `trap 'used m1 300; exit 0' TERM; echo > '${mark}'; while :; do sleep 0.05; done`,
  )
  await until(() => existsSync(mark))
  await until(async () => {
    tandem.clock.advance(181_000)
    await tandem.service.workers.watchdog.runOnce()
    return (await sessionOf(one)).lease.generation > 1
  })
  await until(() => stdout().includes(`· ${one.key}`))
  expect((await sessionOf(one)).usage).toMatchObject({ inputTokens: 300 })
  await kill('SIGTERM')
})

test('ends the command of a card that another process has claimed since', { meta: { proves: ['runner.queue.lost'] } }, async () => {
  const one = await card('lost')
  const mark = join(folder, 'at it')
  const { kill, stdout } = runner(shell(`echo > '${mark}'; echo at it; while :; do sleep 0.05; done`), { args: ['--kill-after', '1'] })
  await until(() => existsSync(mark))
  // A report that is under way may extend the lease once more.
  await until(async () => {
    tandem.clock.advance(181_000)
    await tandem.service.workers.watchdog.runOnce()
    return (await sessionOf(one)).lease.generation > 1
  })
  await until(() => stdout().includes(`· ${one.key}`))
  await writeFile(join(folder, 'over'), '')
  await kill('SIGTERM')
  expect((await sessionOf(one)).lease.generation).toBeGreaterThan(1)
})

test('takes a session that a lease has given back, and says which cap keeps the others queued', {
  meta: { proves: ['runner.lease', 'runner.capped'] },
}, async () => {
  const cards = [await card('given back'), await card('given back while a runner was killed'), await card('beyond the cap')]
  const [first, second, third] = cards
  for (const one of [first, second]) {
    const claimed = await robo.post('/api/work/claim', { listId: queueId, leaseSeconds: 60 })
    expect(claimed.body.card.id).toBe(one.id)
  }
  tandem.clock.advance(61_000)
  await tandem.service.workers.watchdog.runOnce()
  // The record of a runner of an earlier release that was killed before its claim, which has no generation.
  const left = await sessionOf(second)
  const path = join(folder, 'state', 'sessions', left.id)
  await mkdir(path, { recursive: true })
  const kept = { sessionId: left.id, agentId: robo.actorId, cardKey: second.key, claimId: crypto.randomUUID() }
  const gone = { command: null, place: null, since: null, reported: 0, runner: { pid: 1, startedAt: 'gone' } }
  await writeFile(join(path, 'session.json'), JSON.stringify({ ...kept, ...gone }))

  const { ended, stderr } = runner(shell(`echo "$TANDEM_CARD $TANDEM_GENERATION" >> ${join(folder, 'worked')}; echo ok`))
  expect(await ended, stderr()).toBe(0)
  expect((await linesIn('worked')).toSorted()).toEqual([`${first.key} 2`, `${second.key} 2`, `${third.key} 1`].toSorted())
  for (const one of cards) expect(await sessionOf(one)).toMatchObject({ state: 'done', summary: 'ok' })
  expect(await readdir(join(folder, 'state', 'sessions'))).toEqual([])

  const busy = await card('at work')
  await robo.post('/api/work/claim', { listId: queueId })
  await ada.patch(`/api/agents/${robo.actorId}`, { maxSessions: 1 })
  const capped = await card('delegated')
  await ada.post(`/api/cards/${capped.id}/delegation`, { agentActorId: robo.actorId })
  const held = runner(shell('echo no'))
  expect(await held.ended).toBe(0)
  expect(held.stderr()).toContain(`${capped.key} skipped: The owner of this agent lets it work on 1 cards at once.`)
  expect([(await sessionOf(capped)).state, (await sessionOf(busy)).state]).toEqual(['queued', 'working'])
  await ada.patch(`/api/agents/${robo.actorId}`, { maxSessions: null })
})

test('of runners that are killed at any moment each card is finished once, by one generation', {
  meta: { proves: ['runner.lease'] },
  timeout: 300_000,
}, async () => {
  const [count, killed] = [12, 3]
  const cards: any[] = []
  for (let at = 0; at < count; at++) cards.push(await card(`card ${at}`))
  for (const one of cards.slice(0, count / 2)) await ada.post(`/api/cards/${one.id}/delegation`, { agentActorId: robo.actorId })
  // The lines that it prints are in the summary: so the summary says which generation was taken.
  const command = shell(
    `echo "$TANDEM_CARD $TANDEM_GENERATION" >> ${join(folder, 'begun')}; until [ -e ${join(folder, 'go')} ]; do sleep 0.05; done; echo "by $TANDEM_GENERATION"`,
  )
  const lines = async () => (existsSync(join(folder, 'begun')) ? linesIn('begun') : [])
  const two = ['--concurrency', '2']
  // Each on a machine of its own: no runner finds what another one wrote down.
  for (let at = 0; at < killed; at++) {
    const before = (await lines()).length
    const one = runner(command, { args: two, state: `machine ${at}` })
    await until(async () => (await lines()).length >= before + (at % 2 === 0 ? 2 : 1))
    await one.kill('SIGKILL')
  }
  const lost = (await lines()).map((line) => line.split(' ')[0])
  expect(lost.length).toBeGreaterThanOrEqual(killed)
  const atWork = async () => (await Promise.all(cards.map(sessionOf))).filter((session) => session?.state === 'working')
  const held = (await atWork()).length
  tandem.clock.advance(181_000)
  await tandem.service.workers.watchdog.runOnce()
  expect(held).toBeGreaterThanOrEqual(killed)
  expect(await atWork()).toEqual([])

  await writeFile(join(folder, 'go'), '')
  const rest = ['a', 'b'].map((state) => runner(command, { args: ['--once', ...two], state }))
  expect(await Promise.all(rest.map(({ ended }) => ended)), rest.map(({ stderr }) => stderr()).join('')).toEqual([0, 0])
  for (const one of cards) {
    const { state, summary, lease, id } = await sessionOf(one)
    expect([state, summary]).toEqual(['done', `by ${lease.generation}`])
    const { events } = (await ada.get(`/api/sessions/${id}/events?limit=200`)).body
    expect(events.filter(({ body }: any) => body.to === 'done')).toHaveLength(1)
    expect((await ada.get(`/api/cards/${one.id}`)).body.card.sessions).toHaveLength(1)
  }
  // The machines come back: later output of their commands is not reported.
  const back = Array.from({ length: killed }, (_, at) => runner(command, { args: ['--once'], state: `machine ${at}` }))
  expect(await Promise.all(back.map(({ ended }) => ended)), back.map(({ stderr }) => stderr()).join('')).toEqual([0, 0, 0])
  expect(new Set(await lines()).size).toBe((await lines()).length)
})
