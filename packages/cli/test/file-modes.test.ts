import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadOwnKey } from '../../plugin-kit/src/own-key.ts'
import { loadSealingKeys } from '../../server/src/seal.ts'
import { urlOf } from '../../server/test/kit/database.ts'
import { until } from '../../server/test/kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { tandemCommand } from './fixture/listener.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

/** With any umask, other accounts of the machine cannot read files that may hold a secret, nor their folders. */
const sealingKey = 'a'.repeat(64)
let tandem: TestService
let ada: Person
let boardId: string
let machine: Machine
let umaskBefore: number

beforeAll(async () => {
  tandem = await startTestService({ environment: { INTEGRATION_SECRET_KEY: sealingKey } })
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
})
afterAll(() => tandem?.stop())

beforeEach(async () => {
  umaskBefore = process.umask(0)
  machine = await createMachine({ DATABASE_URL: urlOf(tandem.address), INTEGRATION_SECRET_KEY: sealingKey })
})
afterEach(async () => {
  process.umask(umaskBefore)
  await machine.remove()
})

/** Paths on which other accounts have any right, with those rights. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.filter((entry) => !entry.isSymbolicLink()).map(({ parentPath, name }) => join(parentPath, name))]
  const modes = await Promise.all(paths.map(async (path) => ({ path, mode: (await stat(path)).mode & 0o077 })))
  return modes.filter(({ mode }) => mode !== 0).map(({ path, mode }) => `${relative(folder, path)} ${mode.toString(8)}`)
}

async function done(args: string[], stdin = ''): Promise<void> {
  const ended = await machine.run(args, { stdin })
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
}

test('the logins, an export and a backup (F127)', { meta: { proves: ['ops.files.private'] } }, async () => {
  const { email } = (await ada.get('/api/me')).body
  await done(['login', tandem.url, '--email', email, '--password-stdin'], `${password}\n`)
  await done(['board', 'export', 'ENG', '--output', join(machine.home, 'board.json')])
  await done(['backup', '--out', join(machine.home, 'tandem.tar'), '--with-key', join(machine.home, 'key')])
  const found = (await readdir(machine.home)).sort()
  expect(found).toEqual(['board.json', 'config', 'key', 'tandem.tar'])
  expect(await openToOthers(machine.home)).toEqual([])
})

test('the state of the runner, what a command has printed, and where it works (F127)', {
  meta: { proves: ['ops.files.private'] },
}, async () => {
  const robo = await tandem.agent(ada, 'Robo', [boardId])
  const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  const card = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Fix it' })).body
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  const state = join(machine.home, 'state', 'tandem', 'runner')
  const { ended, stderr } = tandemCommand(
    ['agent', 'run', '--once', '--', '/bin/sh', '-c', `echo "$TANDEM_TOKEN"; umask; until [ -e ${machine.home}/go ]; do sleep 0.05; done`],
    { TANDEM_URL: tandem.url, TANDEM_TOKEN: robo.token ?? '', TANDEM_RUNNER_STATE: state },
    machine.home,
  )
  const output = join(state, 'sessions', `${session.id}.1`, 'output.log')
  await until(async () => existsSync(output) && (await readFile(output, 'utf8')).includes('\n0'))
  const found = await openToOthers(state)
  await writeFile(join(machine.home, 'go'), '')
  expect(await ended, stderr()).toBe(0)
  expect(found).toEqual([])
})

test('the keys of the service and of a plugin (F127)', { meta: { proves: ['ops.files.private'] } }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-modes-'))
  try {
    await loadSealingKeys({ config: {}, dataDir: join(folder, 'data'), embedded: true })
    await loadOwnKey(folder)
    expect((await readdir(join(folder, 'data'))).length).toBe(1)
    expect(await openToOthers(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
