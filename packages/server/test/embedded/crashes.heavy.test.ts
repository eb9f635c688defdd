import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { access, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { isRoot, whyNotRoot } from './fixture/accounts.ts'
import { parentOf, processesIn } from './fixture/processes.ts'
import { query } from './fixture/query.ts'
import { initialisedDataDir, pgdataOf, scratchFolder, signalIfAlive } from './fixture/scratch.ts'
import { spawnService } from './fixture/spawn-service.ts'
import { until } from './fixture/until.ts'

const noneLeftIn = (dataDir: string) =>
  until('all processes of the server to end', async () => (await processesIn(pgdataOf(dataDir))).length === 0)

/** Writes rows one after the other until told to stop; a row counts only when its commit was acknowledged. */
function writeThrough(pool: pg.Pool) {
  const acknowledged: number[] = []
  const stopping = new AbortController()
  const writing = (async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const written = await pool.query('INSERT INTO written VALUES ($1)', [n]).then(
        () => true,
        () => false,
      )
      if (written) acknowledged.push(n)
      else await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  return {
    acknowledged,
    stop: () => {
      stopping.abort()
      return writing
    },
  }
}

describe('kill -9 of the service', () => {
  test('leaves no process and no socket folder, and the next start has every row', async () => {
    const dataDir = await initialisedDataDir()
    const service = spawnService({ dataDir })
    const { connection } = await service.ready()
    await query(connection, 'CREATE TABLE kept AS SELECT 1 AS n')
    process.kill(service.pid, 'SIGKILL')
    await noneLeftIn(dataDir)
    await until('the socket folder to go', () =>
      access(connection.host).then(
        () => false,
        () => true,
      ),
    )

    const next = await startEmbeddedPostgres({ dataDir })
    expect(await query(next.connection, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
    await next.stop()
  })

  test('is followed by a start at once, which waits for the orphan', async () => {
    const dataDir = await initialisedDataDir()
    const service = spawnService({ dataDir })
    const { connection } = await service.ready()
    const sleeper = query(connection, 'SELECT pg_sleep(600)').catch(() => {})
    process.kill(service.pid, 'SIGKILL')
    const next = await startEmbeddedPostgres({ dataDir })
    expect(await query(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await sleeper
    await next.stop()
  })

  test('in the very first moments of its server leaves nothing behind either', async () => {
    const dataDir = await initialisedDataDir()
    for (let n = 0; n < 12; n++) {
      const service = spawnService({ dataDir })
      // The launcher, the watcher and the server: the server may not have come to hearing signals yet.
      while ((await processesIn(pgdataOf(dataDir))).length < 3);
      process.kill(service.pid, 'SIGKILL')
      await noneLeftIn(dataDir)
    }
  })

  test('together with the postmaster costs no acknowledged row', async () => {
    const dataDir = await initialisedDataDir()
    const service = spawnService({ dataDir })
    const { connection, postmasterPid } = await service.ready()
    await query(connection, 'CREATE TABLE written (n int)')
    const pool = new pg.Pool(connection)
    pool.on('error', () => {})
    const writer = writeThrough(pool)
    await until('some rows', () => writer.acknowledged.length > 50)
    process.kill(service.pid, 'SIGKILL')
    process.kill(postmasterPid, 'SIGKILL')
    await writer.stop()
    await pool.end()

    const next = await startEmbeddedPostgres({ dataDir })
    const rows = await query<{ n: number }>(next.connection, 'SELECT n FROM written')
    const stored = new Set(rows.map(({ n }) => n))
    expect(writer.acknowledged.filter((n) => !stored.has(n))).toEqual([])
    await next.stop()
  })

  test('together with everything of the server leaves a socket folder, which the next start removes', async () => {
    const dataDir = await initialisedDataDir()
    const service = spawnService({ dataDir })
    const { connection } = await service.ready()
    const left = connection.host
    process.kill(service.pid, 'SIGSTOP')
    // The launcher and its watcher are killed too: no process is left to clean up.
    for (const pid of await processesIn(pgdataOf(dataDir))) signalIfAlive(pid, 'SIGKILL')
    process.kill(service.pid, 'SIGKILL')
    await noneLeftIn(dataDir)
    expect((await readdir(left)).toSorted()).toEqual(['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])

    const next = await startEmbeddedPostgres({ dataDir })
    await expect(readdir(left)).rejects.toThrow('ENOENT')
    expect(await readdir(next.connection.host)).toContain('.s.PGSQL.5432')
    await next.stop()
  })

  describe('leaves alone what its pid file names as the socket folder, when that is', () => {
    /** A start on a directory whose last server was killed and had its socket in `left`. */
    async function startAfter(left: string): Promise<void> {
      const dataDir = await initialisedDataDir()
      const { uid, gid } = await stat(pgdataOf(dataDir))
      const pidFile = join(pgdataOf(dataDir), 'postmaster.pid')
      await writeFile(pidFile, `999999999\n${pgdataOf(dataDir)}\n1700000000\n5432\n${left}\n\n12345 67890\nready\n`, { mode: 0o600 })
      await chown(pidFile, uid, gid)
      const before = await readdir(left)
      const next = await startEmbeddedPostgres({ dataDir })
      expect(await readdir(left)).toEqual(before)
      await next.stop()
    }

    async function socketFolder(): Promise<string> {
      const folder = await mkdtemp('/tmp/tandem-')
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      return folder
    }

    test('the folder of a server that lives', async () => {
      const neighbour = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
      await startAfter(neighbour.connection.host)
      expect(await query(neighbour.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await neighbour.stop()
    })

    test("another account's", async (context) => {
      context.skip(!isRoot, whyNotRoot)
      await startAfter(await socketFolder())
    })

    test('a folder with more in it than a server leaves', async () => {
      const full = await socketFolder()
      await writeFile(join(full, 'kept'), '')
      const { uid, gid } = await stat(pgdataOf(await initialisedDataDir()))
      await chown(full, uid, gid)
      await startAfter(full)
    })

    test('a folder of another name', async () => {
      await startAfter(await scratchFolder())
    })
  })

  test('in the middle of the first initialisation does not block the next start', async () => {
    const dataDir = await scratchFolder()
    const service = spawnService({ dataDir })
    await until('initdb to be at work', async () => {
      const [draft] = await readdir(dataDir)
      return draft && (await readdir(join(dataDir, draft))).includes('base')
    })
    process.kill(service.pid, 'SIGKILL')
    const next = await startEmbeddedPostgres({ dataDir })
    expect(await query(next.connection, 'SELECT current_database() AS name')).toEqual([{ name: 'tandem' }])
    await next.stop()
    expect(await readdir(dataDir)).toEqual(['postgres-18'])
  })
})

test('a half-made initialisation is ignored and swept away', async () => {
  const dataDir = await scratchFolder()
  const draft = join(dataDir, 'postgres-18.init-abc123')
  await mkdir(join(draft, 'base'), { recursive: true })
  await writeFile(join(draft, 'PG_VERSION'), '18\n')
  const server = await startEmbeddedPostgres({ dataDir })
  await server.stop()
  expect(await readdir(dataDir)).toEqual(['postgres-18'])
})

describe('death of the server under a running service', () => {
  test('its socket folder was swept out of /tmp meanwhile: it comes back all the same', async () => {
    const server = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
    const pid = server.postmasterPid
    await rm(server.connection.host, { recursive: true })
    process.kill(pid, 'SIGKILL')
    await until('another pid', () => server.postmasterPid !== pid)
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('kill -9 of the postmaster under load: it comes back on the same socket with every acknowledged row', async () => {
    const dataDir = await initialisedDataDir()
    const service = spawnService({ dataDir })
    const { connection, postmasterPid } = await service.ready()
    await query(connection, 'CREATE TABLE written (n int)')
    const pool = new pg.Pool({ ...connection, max: 4 })
    pool.on('error', () => {})
    const writer = writeThrough(pool)
    await until('some rows', () => writer.acknowledged.length > 50)
    process.kill(postmasterPid, 'SIGKILL')
    await until('the restart', () => service.logged(/is back/))
    const before = writer.acknowledged.length
    await until('writes to go on', () => writer.acknowledged.length > before + 50)
    await writer.stop()

    const stored = new Set((await pool.query<{ n: number }>('SELECT n FROM written')).rows.map(({ n }) => n))
    expect(writer.acknowledged.filter((n) => !stored.has(n))).toEqual([])
    expect(service.events.filter((event) => 'exit' in event)).toEqual([{ exit: null }])
    await pool.end()
    await service.stop()
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
  })

  test('it comes back again and again, and reports its present pid', async () => {
    const server = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
    for (const _ of [1, 2, 3]) {
      const pid = server.postmasterPid
      process.kill(pid, 'SIGKILL')
      await until('another pid', () => server.postmasterPid !== pid)
      expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    }
    await server.stop()
  })

  test.each(['with flock', 'without flock'])('a backend that computes on holds it up only until it is done (%s)', async (flock) => {
    const env: Record<string, string> = flock === 'with flock' ? {} : { PATH: await pathWithoutFlock() }
    const service = spawnService({ dataDir: await initialisedDataDir() }, { env })
    const { connection, postmasterPid } = await service.ready()
    // Computes without a look at the postmaster; bounded by itself.
    const busy = query(connection, 'SELECT count(*) FROM generate_series(1, 20000000) AS n WHERE n % 7 = 3').catch(() => {})
    await until('the statement to run', async () => {
      const rows = await query(
        connection,
        `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series%' AND pid <> pg_backend_pid()`,
      )
      return rows.length > 0
    })
    process.kill(postmasterPid, 'SIGKILL')
    await until('the restart', () => service.logged(/is back/))
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await busy
    await service.stop()
  })

  test('a stop during the restart ends everything', async () => {
    const dataDir = await initialisedDataDir()
    const server = await startEmbeddedPostgres({ dataDir })
    process.kill(server.postmasterPid, 'SIGKILL')
    await new Promise<void>((resolve) => server.onExit(() => resolve()))
    await server.stop()
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
    await expect(access(server.connection.host)).rejects.toThrow('ENOENT')
  })

  test('kill -9 of a backend alone is repaired by PostgreSQL itself', async () => {
    const server = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
    const pid = server.postmasterPid
    const victim = new pg.Client(server.connection)
    victim.on('error', () => {})
    await victim.connect()
    const backend = (await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
    process.kill(backend, 'SIGKILL')
    await until('queries to work again', () =>
      query(server.connection, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    )
    expect(server.postmasterPid).toBe(pid)
    await server.stop()
  })

  test('kill -9 of the launcher shell: the server is stopped and started under a new one', async () => {
    const dataDir = await initialisedDataDir()
    const server = await startEmbeddedPostgres({ dataDir })
    const pid = server.postmasterPid
    process.kill(await parentOf(pid), 'SIGKILL')
    await until('another pid', () => server.postmasterPid !== pid)
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
  })

  test('kill -9 of service and launcher: the watcher still shuts the server down', async () => {
    const dataDir = await initialisedDataDir()
    const service = spawnService({ dataDir })
    const { postmasterPid } = await service.ready()
    const launcher = await parentOf(postmasterPid)
    process.kill(service.pid, 'SIGKILL')
    process.kill(launcher, 'SIGKILL')
    await noneLeftIn(dataDir)
  })
})

test('a service manager that sends SIGTERM to every process at once does not orphan anything', async () => {
  const dataDir = await initialisedDataDir()
  const service = spawnService({ dataDir })
  await service.ready()
  for (const pid of await processesIn(pgdataOf(dataDir))) signalIfAlive(pid, 'SIGTERM')
  process.kill(service.pid, 'SIGKILL')
  await noneLeftIn(dataDir)
  const next = await startEmbeddedPostgres({ dataDir })
  await next.stop()
})

async function pathWithoutFlock(): Promise<string> {
  const bin = await scratchFolder()
  for (const tool of ['rm', 'sleep']) {
    symlinkSync(execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(), join(bin, tool))
  }
  return [bin].join(delimiter)
}
