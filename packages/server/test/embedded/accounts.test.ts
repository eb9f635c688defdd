import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { accountNamed, isRoot, whyNotRoot } from './fixture/accounts.ts'
import { processesIn, uidOf } from './fixture/processes.ts'
import { query } from './fixture/query.ts'
import { initialisedDataDir, pgdataOf, scratchFolder } from './fixture/scratch.ts'
import { spawnService } from './fixture/spawn-service.ts'

const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0

describe('a service that is root', () => {
  beforeEach(({ skip }) => skip(!isRoot, whyNotRoot))

  test('runs the server under an unprivileged account that owns the files', async () => {
    const dataDir = await initialisedDataDir()
    const server = await startEmbeddedPostgres({ dataDir })
    const pids = await processesIn(pgdataOf(dataDir))
    expect(pids.length).toBeGreaterThan(3)
    expect(new Set(await Promise.all(pids.map(uidOf)))).toEqual(new Set([(await stat(pgdataOf(dataDir))).uid]))
    expect(await uidOf(server.postmasterPid)).not.toBe(0)
    await server.stop()
  })

  test('may keep its data below a 0700 home, whose mode stays, through initialisation, start and crash', async () => {
    const home = await scratchFolder('/root', 0o700)
    const dataDir = join(home, 'data')
    const server = await startEmbeddedPostgres({ dataDir })
    const pid = server.postmasterPid
    await query(server.connection, 'CREATE TABLE kept AS SELECT 1 AS n')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => server.postmasterPid, { timeout: 60_000 }).not.toBe(pid)
    await server.stop()
    const again = await startEmbeddedPostgres({ dataDir })
    expect(await query(again.connection, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
    await again.stop()
    for (const folder of [home, dataDir]) expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('takes over a directory that a backup restored as root and 0755', async () => {
    const dataDir = await initialisedDataDir()
    execFileSync('chown', ['-R', '0:0', dataDir])
    await chmod(pgdataOf(dataDir), 0o755)
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(pgdataOf(dataDir))).mode & 0o777).toBe(0o700)
    await server.stop()
    expect((await lstat(join(pgdataOf(dataDir), 'base', '1', 'PG_VERSION'))).uid).not.toBe(0)
  })

  test('is told when it may not switch accounts (capabilities dropped)', async ({ skip }) => {
    skip(!hasSetpriv, 'setpriv(1) is not installed')
    const dataDir = await initialisedDataDir()
    const dropCapabilities = ['setpriv', '--bounding-set', '-setuid,-setgid', '--inh-caps', '-all']
    const refusal = await spawnService({ dataDir }, { wrapper: dropCapabilities }).refusal()
    expect(refusal).toMatchObject({ code: 'no_account', message: expect.stringMatching(/CAP_SETUID.*DATABASE_URL/) })
  })

  test("leaves an ordinary user's directory to that user", async () => {
    const dataDir = await initialisedDataDir()
    const nobody = accountNamed('nobody')
    execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir])
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await uidOf(server.postmasterPid)).toBe(nobody.uid)
    await server.stop()
    const service = spawnService({ dataDir }, nobody)
    await service.ready()
    await service.stop()
  })
})

describe('a service that is an ordinary user', () => {
  beforeEach(({ skip }) => skip(!isRoot, whyNotRoot))

  const nobody = accountNamed('nobody')

  test('initialises, starts, stops and starts again under its own uid', async () => {
    const folder = await scratchFolder()
    await chown(folder, nobody.uid, nobody.gid)
    const dataDir = join(folder, 'data')
    for (const start of ['first', 'later']) {
      const service = spawnService({ dataDir }, nobody)
      const { connection, postmasterPid } = await service.ready()
      expect(await query(connection, `SELECT '${start}' AS start`)).toEqual([{ start }])
      expect(await uidOf(postmasterPid)).toBe(nobody.uid)
      await service.stop()
    }
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
  })

  test('leaves no orphan after kill -9', async () => {
    const folder = await scratchFolder()
    await chown(folder, nobody.uid, nobody.gid)
    const service = spawnService({ dataDir: folder }, nobody)
    await service.ready()
    process.kill(service.pid, 'SIGKILL')
    await expect.poll(() => processesIn(pgdataOf(folder)), { timeout: 60_000 }).toEqual([])
  })

  test('is told when its uid has no name', async () => {
    const folder = await scratchFolder()
    await chown(folder, 54_321, 54_321)
    const refusal = await spawnService({ dataDir: folder }, { uid: 54_321, gid: 54_321 }).refusal()
    expect(refusal).toMatchObject({ code: 'no_account', message: expect.stringMatching(/54321.*DATABASE_URL/) })
  })
})
