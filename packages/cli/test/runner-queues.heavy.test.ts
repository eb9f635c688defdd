import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { type Listener, tandemCommand } from './fixture/listener.ts'

/** `tandem agent run` on lists that are queues: what it claims it holds by a lease. */
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
  const agent = fileURLToPath(new URL('fixture/stand-in-agent.ts', import.meta.url))
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
