import { access, lstat, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { processesIn } from './fixture/processes.ts'
import { query } from './fixture/query.ts'
import { initialisedDataDir, pgdataOf, scratchFolder } from './fixture/scratch.ts'
import { spawnService } from './fixture/spawn-service.ts'
import { until } from './fixture/until.ts'

describe('start and stop', () => {
  test('an empty directory becomes a durable UTF-8 database that listens on a private socket only', async () => {
    const dataDir = join(await scratchFolder(), 'not', 'there', 'yet')
    const server = await startEmbeddedPostgres({ dataDir })
    const settings = Object.fromEntries(
      (await query<{ name: string; setting: string }>(server.connection, 'SELECT name, setting FROM pg_settings')).map((row) => [
        row.name,
        row.setting,
      ]),
    )
    expect(settings).toMatchObject({
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      jit: 'off',
      max_connections: '100',
    })
    expect(await query(server.connection, 'SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()')).toEqual([
      { datlocprovider: 'b', datlocale: 'C.UTF-8' },
    ])
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(pgdataOf(dataDir))).mode & 0o777).toBe(0o700)
    await server.stop()
  })

  test('rows are there after a stop and a start', async () => {
    const dataDir = await initialisedDataDir()
    const first = await startEmbeddedPostgres({ dataDir })
    await query(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir })
    expect(await query(second.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await second.stop()
  })

  test('stop leaves no process and no socket folder, also with a client connected, and may be asked twice', async () => {
    const dataDir = await initialisedDataDir()
    const server = await startEmbeddedPostgres({ dataDir })
    const sleeper = query(server.connection, 'SELECT pg_sleep(600)').catch((error: Error) => error.message)
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
    await expect(access(server.connection.host)).rejects.toThrow('ENOENT')
    expect(await sleeper).toMatch(/terminat|shutting down|ECONN|socket/)
  })

  test('stop does not report a death', async () => {
    const server = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
    const exits: unknown[] = []
    server.onExit((code) => exits.push(code))
    await server.stop()
    expect(exits).toEqual([])
  })

  test.each([
    ['spaces, quotes and umlauts', `my 'own' "data" dir, größe $HOME`],
    ['more than the 107 bytes of a socket path', Array(4).fill('a-directory-name-of-quite-some-length-as-it-happens').join('/')],
  ])('a path with %s works, first and later', async (_, name) => {
    const dataDir = join(await scratchFolder(), name)
    for (const start of ['first', 'later']) {
      const server = await startEmbeddedPostgres({ dataDir })
      expect(await query(server.connection, `SELECT '${start}' AS start`)).toEqual([{ start }])
      await server.stop()
    }
    expect((await lstat(pgdataOf(dataDir))).isDirectory()).toBe(true)
  })

  test('a relative path counts from the working directory', async () => {
    const cwd = await scratchFolder()
    const service = spawnService({ dataDir: 'data' }, { cwd })
    await service.ready()
    await service.stop()
    await access(pgdataOf(join(cwd, 'data')))
  })

  test("nothing of the service's environment reaches the server: neither PG variables nor secrets", async () => {
    const service = spawnService(
      { dataDir: await initialisedDataDir() },
      { env: { PGDATA: '/nowhere', PGPORT: '1', PGOPTIONS: '-c bogus=1', TANDEM_SECRET: 'hush' } },
    )
    const { postmasterPid } = await service.ready()
    const environment = await readFile(`/proc/${postmasterPid}/environ`, 'utf8')
    expect(environment).toContain('TZ=UTC')
    expect(environment).not.toMatch(/hush|PGOPTIONS/)
    await service.stop()
  })

  test('ctrl-C goes to the whole process group of the terminal, and the server waits for the service to stop it', async () => {
    const service = spawnService({ dataDir: await initialisedDataDir() }, { detached: true })
    const { connection } = await service.ready()
    process.kill(-service.pid, 'SIGINT')
    await until('the service to get the signal', () => service.events.some((event) => event.signal === 'SIGINT'))
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await service.stop()
  })
})
