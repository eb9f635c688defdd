import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '../../src/administration/invariants.ts'
import { initialisedDataDir } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { ask, isAnswer, type Outcome, succeeded } from './rig/ask.ts'
import { onDatabaseOf } from './rig/postgres.ts'
import { freePort, startTandem } from './rig/tandem.ts'
import { makeWorld, post } from './rig/world.ts'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })
const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && succeeds(() => run('/usr/bin/unshare', '--mount', 'true'))

function succeeds(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/** A data directory on a volume of its own, with some room left. */
async function smallVolume(): Promise<{ dataDir: string; ballast: string }> {
  // Not a scratch folder: it can be removed only after the unmount.
  const volume = await mkdtemp(join(tmpdir(), 'tandem-full-disk-'))
  run('/bin/mount', '-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', volume)
  onTestFinished(async () => {
    run('/bin/umount', '--lazy', volume)
    await rmdir(volume)
  })
  const dataDir = join(volume, 'data')
  run('cp', '-a', await initialisedDataDir(), dataDir)
  return { dataDir, ballast: join(volume, 'ballast') }
}

async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w')
  const failure = await (async () => {
    for (;;) await file.write(Buffer.alloc(1_048_576))
  })().catch((error: NodeJS.ErrnoException) => error.code)
  await file.close()
  expect(failure).toBe('ENOSPC')
}

const messageOf = (outcome: Outcome): string => (isAnswer(outcome) ? String(outcome.body?.error?.message ?? '') : '')

test('the disk of the embedded database is full: callers and readiness are told so, nothing is half done, and all works once there is room (F112)', {
  meta: { proves: ['ops.disk.full'] },
  timeout: 600_000,
}, async ({ skip }) => {
  skip(!mayMount, 'this account may not mount a small volume')
  const { dataDir, ballast } = await smallVolume()
  const tandem = startTandem({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const add = () =>
    ask(
      world.url,
      post(world.admin, `/api/lists/${world.boards[0]?.listIds[0]}/cards`, { title: 'A card', description: 'x y '.repeat(5_000) }),
    )
  const readiness = () => ask(world.url, { method: 'GET', path: '/health/ready' })
  await fillUp(ballast)
  await until('readiness to tell it', async () => /disk is full/.test(messageOf(await readiness())))
  const said = new Set<string>()
  await until('a caller to be told', async () => {
    const outcome = await add()
    if (!succeeded(outcome)) said.add(messageOf(outcome))
    return [...said].some((message) => message.startsWith('The disk is full, so nothing was saved.'))
  })
  expect((await ask(world.url, { method: 'GET', path: '/health/live' })) as object).toMatchObject({ status: 200 })

  await rm(ballast)
  await until('readiness to come back', async () => succeeded(await readiness()))
  await until('a card to be taken', async () => succeeded(await add()))
  expect(await onDatabaseOf(dataDir, brokenInvariants)).toEqual([])
})

test('the disk of the log is full: the service starts, answers and ends as ever (F112)', {
  meta: { proves: ['ops.disk.full'] },
}, async () => {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const PORT = String(await freePort())
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '/',
    DATA_DIR: await initialisedDataDir(),
    PORT,
    LOG_LEVEL: 'debug',
  }
  const child = spawn(process.execPath, [main], { cwd: '/', env, stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${PORT}`
  await until('the service to be ready', async () => succeeded(await ask(url, { method: 'GET', path: '/health/ready' })))
  await makeWorld(url)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})
