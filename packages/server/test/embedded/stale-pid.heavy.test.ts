import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { commandOf, isZombie } from './fixture/processes.ts'
import { query } from './fixture/query.ts'
import { initialisedDataDir, pgdataOf } from './fixture/scratch.ts'
import { until } from './fixture/until.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Under the server's own uid: PostgreSQL takes the pid of another account's process for stale by itself. */
async function spawnAsServerAccount(dataDir: string, script: string): Promise<ChildProcess> {
  const { uid, gid } = await stat(pgdataOf(dataDir))
  const child = spawn('/bin/sh', ['-c', script], { uid, gid, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

async function leavePidFile(dataDir: string, text: string): Promise<void> {
  const path = join(pgdataOf(dataDir), 'postmaster.pid')
  const { uid, gid } = await stat(pgdataOf(dataDir))
  await writeFile(path, text, { mode: 0o600 })
  chownSync(path, uid, gid)
}

const pidFileOf = (pid: number, dataDir: string) => `${pid}\n${pgdataOf(dataDir)}\n1700000000\n5432\n/tmp\n\n12345 67890\nready\n`

async function expectToStart(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.stop()
}

describe('a pid file that no server stands behind does not block the start', () => {
  test('the pid is free', async () => {
    const dataDir = await initialisedDataDir()
    const child = await spawnAsServerAccount(dataDir, 'exit 0')
    await once(child, 'exit')
    await leavePidFile(dataDir, pidFileOf(child.pid ?? 0, dataDir))
    await expectToStart(dataDir)
  })

  test('the pid is a foreign program now, which is left alone', async () => {
    const dataDir = await initialisedDataDir()
    const foreign = await spawnAsServerAccount(dataDir, 'exec sleep 600')
    await leavePidFile(dataDir, pidFileOf(foreign.pid ?? 0, dataDir))
    await expectToStart(dataDir)
    expect(foreign.exitCode ?? foreign.signalCode).toBeNull()
  })

  test('the pid is the server of another data directory now, which is left alone', async () => {
    const other = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
    const dataDir = await initialisedDataDir()
    await leavePidFile(dataDir, pidFileOf(other.postmasterPid, dataDir))
    await expectToStart(dataDir)
    expect(await query(other.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await other.stop()
  })

  test('the pid is a zombie', async () => {
    const dataDir = await initialisedDataDir()
    // A shell waits for its children, `sleep` does not: the child ends only after the shell has become `sleep`.
    const parent = await spawnAsServerAccount(dataDir, 'sleep 600 & echo $!; exec sleep 600')
    if (!parent.stdout) throw new Error('no stdout')
    const [line] = await once(createInterface({ input: parent.stdout }), 'line')
    await until('the shell to be replaced', async () => (await commandOf(parent.pid ?? 0)) === 'sleep')
    process.kill(Number(line), 'SIGKILL')
    await until('the child to be a zombie', () => isZombie(Number(line)))
    await leavePidFile(dataDir, pidFileOf(Number(line), dataDir))
    await expectToStart(dataDir)
  })

  test.each(['', 'garbage\n'])('the file holds %j after a power cut', async (text) => {
    const dataDir = await initialisedDataDir()
    await leavePidFile(dataDir, text)
    await utimes(join(pgdataOf(dataDir), 'postmaster.pid'), 1_700_000_000, 1_700_000_000)
    await expectToStart(dataDir)
  })
})
